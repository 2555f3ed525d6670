-- Payments that were paid, and not as asked: the few that somebody must look into.
create index concurrently payments_differing on payments (tenant_id, changed_at) where state = 'needs-attention';
