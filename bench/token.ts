// The cost of a token: the token endpoint compared with a bare route that does the same cryptography (the keyed hash of a secret, compared
// with the stored one, and one signature) and answers as many bytes.
import type { Bench } from './bench.ts';
import type { Shot } from './driver.ts';
import type { Line } from './lines.ts';

const BARE_TOKEN = 'bare POST, the hash of a secret and one signature';

export async function tokenLines(bench: Bench): Promise<Line[]> {
  const { clientId, clientSecret } = bench.client.tenant;
  const service = await bench.startServer(bench.serviceOrder('service'));
  const bare = await bench.startServer({ kind: 'bare', generateAnswer: '', profileAnswer: '', clientSecret });
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const shot: Shot = {
    method: 'POST',
    path: '/v1/oauth/token',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  };
  const shoot = (port: number) => () => bench.shoot(port, () => shot);
  return [
    { name: BARE_TOKEN, measure: shoot(bare) },
    { name: 'token endpoint, client credentials', measure: shoot(service), beside: BARE_TOKEN },
  ];
}
