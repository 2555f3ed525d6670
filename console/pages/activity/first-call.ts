// The first call, ready to paste: in three languages, with a token in it. A person's own token is in a cookie that no script can
// read, so one is requested as a program does, with a credential for test reports alone. Its secret is never shown and is discarded
// with the page: a leaked token gives 15 minutes of synthetic data.
import { useRef, useState } from 'react';
import { useCall, useForget } from '../../api/queries.ts';
import type { NewSecret } from '../../api/shapes.ts';
import { usePerson } from '../../frame/tenant.tsx';
import { requestOf } from '../reports/scenarios.ts';

const NAME = 'First call';
const SCOPES: ('reports:write' | 'reports:read')[] = ['reports:write', 'reports:read'];

export type Language = 'curl' | 'node' | 'python';
export const LANGUAGES: { value: Language; name: string }[] = [
  { value: 'curl', name: 'curl' },
  { value: 'node', name: 'Node' },
  { value: 'python', name: 'Python' },
];

export function useTestToken() {
  const call = useCall();
  const { profile } = usePerson();
  const forget = useForget();
  const known = useRef<NewSecret | null>(null);
  const [token, setToken] = useState<{ text: string; until: string } | null>(null);

  /** A credential of an earlier visit is rotated: its secret was not kept. */
  const findOrMake = async (): Promise<NewSecret> => {
    const { items } = await call('listCredentials');
    const own = items.find(
      ({ name, testOnly, revokedAt, ownerId }) =>
        name === NAME && testOnly && revokedAt === null && ownerId === profile.id,
    );
    if (own !== undefined)
      return call('rotateCredential', { params: { credentialId: own.id }, body: { overlap: 'now' } });
    return call('createCredential', { body: { name: NAME, scopes: SCOPES, testOnly: true } });
  };

  const renew = async (): Promise<void> => {
    const { clientId, clientSecret } = known.current ?? (await findOrMake());
    known.current = null;
    // Without cookies: the caller is the credential, not the person.
    const response = await fetch('/v1/oauth/token', {
      method: 'POST',
      credentials: 'omit',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    if (!response.ok) throw new Error('No token came. Press the button again.');
    const { access_token: text, expires_in: lifeSeconds } = await response.json();
    known.current = { id: '', clientId, clientSecret };
    setToken({ text, until: new Date(Date.now() + lifeSeconds * 1000).toISOString() });
    void forget('everything');
  };
  return { token, renew };
}

/** The request as a value, and as it is written: neither it nor a token contains characters that need escaping in quotes. */
export const FIRST_REQUEST = requestOf('default', 'allow');

export function snippetOf(language: Language, url: string, token: string): string {
  switch (language) {
    case 'curl':
      return `TOKEN='${token}'

curl -s ${url} \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d @- <<'JSON'
${FIRST_REQUEST}
JSON`;
    case 'node':
      return `// Save it as call.mjs, next: node call.mjs
const TOKEN = '${token}';

const answer = await fetch('${url}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${TOKEN}\`, 'content-type': 'application/json' },
  body: JSON.stringify(${FIRST_REQUEST}),
});
console.log(JSON.stringify(await answer.json(), null, 2));`;
    default:
      return `# Save it as call.py, next: python3 call.py
from urllib.request import Request, urlopen
TOKEN = '${token}'

headers = {'Authorization': 'Bearer ' + TOKEN, 'Content-Type': 'application/json'}
body = """${FIRST_REQUEST}"""
print(urlopen(Request('${url}', body.encode(), headers)).read().decode())`;
  }
}
