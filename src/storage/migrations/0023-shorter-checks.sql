-- The same rules of reports in less text: each statement that writes a table parses the stored form of its checks anew, 13 µs for each 1,000
-- characters. Which states a report and its challenge may be in together was five checks, and is
-- one list of pairs. A point is where there is no challenge, so that no two pairs read alike.
alter table reports drop constraint reports_status_check, drop constraint reports_challenge_state_check, drop constraint reports_check2,
  drop constraint reports_check3, drop constraint reports_check4, drop constraint reports_check, drop constraint reports_attempts_check,
  drop constraint reports_sends_check, drop constraint reports_refused_sends_check, drop constraint reports_bureaus_check,
  add constraint reports_status_check check (status || coalesce(' ' || challenge_state, '.') = any ('{
    pending., pending open, pending passed, complete., complete passed, blocked., blocked passed,
    failed., failed open, failed passed, failed failed}'::text[])) not valid,
  add constraint reports_check check (num_nonnulls(challenge_id, challenge_state, code_hash, attempts, sends, last_sent_at) = any ('{0,6}')) not valid,
  add constraint reports_attempts_check check (attempts = any ('{0,1,2,3}')) not valid,
  add constraint reports_sends_check check (sends = any ('{0,1,2,3}')) not valid,
  add constraint reports_refused_sends_check check (refused_sends = any ('{0,1,2,3,4,5}')) not valid,
  add constraint reports_bureaus_check check (cardinality(bureaus) = any ('{1,2,3}')) not valid;
-- step
alter table reports validate constraint reports_status_check, validate constraint reports_check, validate constraint reports_attempts_check,
  validate constraint reports_sends_check, validate constraint reports_refused_sends_check, validate constraint reports_bureaus_check;
