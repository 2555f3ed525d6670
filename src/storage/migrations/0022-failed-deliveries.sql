-- Deliveries that failed or were given up are few among those that arrived: a list of them reads no others.
create index concurrently deliveries_lost on deliveries (tenant_id, endpoint_id, state, id) where state in ('failed', 'dropped');
