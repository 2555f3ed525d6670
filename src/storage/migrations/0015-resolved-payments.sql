-- A payment that was not made as asked, after an operator dealt with it. Checked without a lock: no row has it yet.
alter table payments drop constraint payments_state_check,
  add constraint payments_state_check check (state in ('pending', 'needs-action', 'succeeded', 'failed', 'needs-attention', 'resolved', 'reversed')) not valid;
-- step
alter table payments validate constraint payments_state_check;
