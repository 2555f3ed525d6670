// Mail by SMTP, against a small server that speaks it: one message to one person, whatever the address looks like; a mail that the
// relay refuses is rejected. And an invitation whose mail cannot be sent says so.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createSmtpMailer } from '../../src/mail/smtp.ts';
import { createTenant, openHouse, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { createPerson, openBrowser, signIn } from '../support/people.ts';
import { endAll } from '../support/processes.ts';
import { commandsOn } from '../support/services/commands.ts';

let relay: Server;
let url: string;
let refuses = false;
const said: string[] = [];
before(async () => {
  relay = createServer((socket) => {
    let inData = false;
    socket.on('error', () => {});
    socket.write('220 relay\r\n');
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('utf8').split('\r\n').filter(Boolean)) {
        said.push(line);
        if (inData) {
          if (line !== '.') continue;
          inData = false;
          socket.write('250 kept\r\n');
        } else if (line === 'DATA') {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write(refuses && line.startsWith('RCPT') ? '550 no\r\n' : '250 fine\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
after(() => relay.close());
after(endAll);

test('a mail goes to one person, with our sender, as plain text', async () => {
  const mailer = createSmtpMailer({ url, from: 'Trefoil <no-reply@example.com>' });
  said.length = 0;
  await mailer.send({
    to: 'ada@example.com',
    subject: 'Join Ærø',
    text: 'A link:\nhttps://example.com/invite/x',
  });
  assert.deepEqual(
    said.filter((line) => /^(MAIL|RCPT)/.test(line)),
    ['MAIL FROM:<no-reply@example.com>', 'RCPT TO:<ada@example.com>'],
  );
  assert.ok(said.includes('https://example.com/invite/x'));
  assert.ok(said.some((line) => /^Content-Type: text\/plain/i.test(line)));
  said.length = 0;
  await mailer.send({ to: 'a,evil@example.com', subject: 'x', text: 'x' }).catch(() => {});
  assert.ok(said.filter((line) => line.startsWith('RCPT')).length <= 1, 'a comma makes no second recipient');
  mailer.close();
});

test('an invitation whose mail is refused says so, and one that is taken goes out', async () => {
  const house = await openHouse({ SMTP_URL: url });
  const { tenantId } = await createTenant(house);
  const owner = await signIn(openBrowser(house), await createPerson(house, { tenantId }));
  const invite = () =>
    owner.call('POST', `/${tenantId}/v1/invitations`, { email: 'ivy@example.com', role: 'viewer' });
  refuses = true;
  const refused = await invite();
  assert.deepEqual([refused.status, refused.body.code], [503, 'service-unavailable']);
  refuses = false;
  said.length = 0;
  assert.equal((await invite()).status, 200);
  assert.ok(said.includes('RCPT TO:<ivy@example.com>'));
  assert.ok(said.some((line) => line.startsWith('http://trefoil.test/invite/')));
  await house.close();
});

test('the owners of a tenant are mailed when the command line adds somebody, and named where there is no mail', async () => {
  const house = await openHouse();
  try {
    const { tenantId } = await createTenant(house);
    for (const role of ['owner', 'owner', 'admin']) await createPerson(house, { tenantId, role });
    const add = (email: string, settings: Record<string, string>) =>
      commandsOn({ DATABASE_URL: house.database.url, ...settings }).done(
        ...['people', 'add', '--tenant', tenantId, '--email', email, '--role', 'owner'],
        ...['--first-name', 'Olga', '--last-name', 'Perator'],
      );
    const owners = await sql<{ email: string }>(
      house,
      `select email from people p join memberships m on m.person_id = p.id where m.tenant_id = $1 and m.role = 'owner'`,
      [tenantId],
    );
    assert.ok(owners.length >= 2);
    said.length = 0;
    const told = await add('olga@example.com', { SMTP_URL: url });
    assert.match(told, /Mailed to the owners: /);
    for (const { email } of owners) assert.ok(told.includes(email), told);
    assert.deepEqual(
      said.filter((line) => line.startsWith('RCPT')).sort(),
      owners.map(({ email }) => `RCPT TO:<${email}>`).sort(),
    );
    assert.ok(said.some((line) => /^The operator of Trefoil added olga@example\.com to/.test(line)));
    const untold = await add('second@example.com', {});
    assert.match(untold, /No mail could be sent \(SMTP_URL\)\. Tell the owners: .*olga@example\.com/);
  } finally {
    await house.close();
  }
});
