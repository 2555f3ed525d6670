-- An e-mail address is folded in A to Z alone, as src/domain/email.ts does: `lower` of the database's own collation folds other letters into
-- ASCII, and made one person of two addresses.
drop index people_email;
create unique index people_email on people (lower(email collate "C"));

-- One subject of a provider for each person: the one that was linked first. A later one came by an address, which may have changed hands.
delete from person_identities later using person_identities first
  where later.issuer = first.issuer and later.person_id = first.person_id
    and (first.linked_at, first.subject) < (later.linked_at, later.subject);
alter table person_identities add unique (issuer, person_id);
