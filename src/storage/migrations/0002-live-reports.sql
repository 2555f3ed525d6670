-- Live reports in their order: a list of them reads no test reports, which may be many more.
create index concurrently reports_live on reports (tenant_id, created_at desc, id desc) where not is_test;
