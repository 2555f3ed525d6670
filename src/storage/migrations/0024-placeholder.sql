-- Another branch has this number.
select 1;
