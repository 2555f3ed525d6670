// A back end that gets credit reports, with every way in which it can end. Run it: see README.md.
import { fileURLToPath } from 'node:url';
import { ChallengeExpired, RateLimited, Trefoil, TrefoilError, ValidationError } from '@trefoil/sdk';
import express from 'express';

const { TREFOIL_URL: baseUrl, PORT = '3000' } = process.env;
const trefoil = new Trefoil();
/** Challenges that wait for a code, by the attempt that the page made up: keep them in your sessions. */
const waiting = new Map();

const app = express();
app.use(express.json(), (_request, response, next) => {
  const ours = `'self' ${baseUrl}`;
  response.set('content-security-policy', `default-src 'self'; script-src ${ours}; connect-src ${ours}`);
  next();
});
const browserPart = fileURLToPath(import.meta.resolve('@trefoil/sdk/browser'));
app.use(express.static(fileURLToPath(new URL('public', import.meta.url))));
app.get('/trefoil.js', (_request, response) => response.sendFile(browserPart));
app.get('/service', (_request, response) => response.json({ url: baseUrl }));

app.post('/report', async ({ body, ip }, response) => {
  const { attempt, sessionId, firstName, lastName, dateOfBirth, mobileNumber } = body;
  const ukAddress = { buildingNumber: body.building, townOrCity: body.town, postcode: body.postcode };
  const outcome = await trefoil.reports.generate(
    {
      ...{ sessionId, firstName, lastName, dateOfBirth, mobileNumber, ipAddress: ip, searchType: 'pcp' },
      bureaus: ['equifax', 'experian', 'transunion'],
      addresses: [{ type: 'current', ukAddress }],
    },
    // A second click, or a page that is sent again, gets the first answer and is charged once.
    { idempotencyKey: attempt },
  );
  if (outcome.status === 'authentication-required') waiting.set(attempt, outcome.challenge);
  response.json(toPage(outcome));
});

app.post('/code', async ({ body }, response) => {
  const challenge = waiting.get(body.attempt);
  response.json(challenge ? toPage(await challenge.submit(body.code)) : { say: 'expired' });
});

app.post('/resend', async ({ body }, response) => {
  const resent = await waiting.get(body.attempt)?.resend();
  const say = resent === undefined ? 'expired' : resent.sms === 'refused' ? 'not-sent' : 'code';
  response.json({ say, texts: resent?.remainingSmsCount });
});

app.use((error, _request, response, _next) => {
  if (error instanceof ValidationError) return response.json({ say: 'fields', fields: error.details });
  if (error instanceof ChallengeExpired) return response.json({ say: 'expired' });
  if (error instanceof RateLimited)
    return response.json({ say: error.retryAfter && error.code === 'rate-limited' ? 'busy' : 'no-texts' });
  // 402 is for whoever runs this, never for the consumer; the same attempt may be sent again.
  console.error(error instanceof TrefoilError ? `${error} ${error.help ?? ''}` : error);
  return response.json({ say: 'later' });
});
app.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`));

/** What the page shows: never why a report was blocked, nothing of credits. */
function toPage(outcome) {
  switch (outcome.status) {
    case 'complete':
      return { say: 'report', accounts: outcome.creditReport.consumerData.records.length };
    case 'authentication-required':
      return { say: outcome.challenge.sms === 'refused' ? 'not-sent' : 'code' };
    case 'retry':
      return { say: 'wrong-code', tries: outcome.attemptsRemaining };
    case 'blocked':
      return { say: 'blocked' };
    case 'failed':
      return { say: 'failed' };
  }
}
