// A firm's own site that shows the hosted page in a frame, on another origin than the service. Run it: see README.md.
import { fileURLToPath } from 'node:url';
import { Trefoil } from '@trefoil/sdk';
import express from 'express';

const { TREFOIL_URL: baseUrl, TREFOIL_CONSENT_TEXT: consentTextId, PORT = '3000' } = process.env;
const origin = `http://localhost:${PORT}`;
const trefoil = new Trefoil();

const app = express();
app.use((_request, response, next) => {
  // All that the widget needs: its script, and its frame.
  response.set(
    'content-security-policy',
    `default-src 'self'; script-src 'self' ${baseUrl}; frame-src ${baseUrl}; style-src 'self' 'unsafe-inline'`,
  );
  next();
});
app.use(express.static(fileURLToPath(new URL('public', import.meta.url))));
app.get('/service', (_request, response) => response.json({ url: baseUrl }));

// Only who is signed in to your site, in a real one.
app.post('/session', async (_request, response) => {
  const { url } = await trefoil.consumerSessions.create({
    bureaus: ['equifax', 'experian', 'transunion'],
    searchType: 'pcp',
    test: process.env.TREFOIL_LIVE === undefined,
    consentTextId,
    embedOrigins: [origin],
  });
  response.json({ url });
});

// The page says that it is done; whether it is, the service says.
app.get('/outcome/:session', async ({ params }, response) => {
  const { status } = await trefoil.consumerSessions.read(params.session);
  response.json({ status });
});

app.use((error, _request, response, _next) => {
  console.error(error);
  response.status(503).json({ status: 'unavailable' });
});
app.listen(Number(PORT), '127.0.0.1', () => console.log(origin));
