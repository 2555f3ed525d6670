import { device } from '/trefoil.js';

const [person, code, news] = ['person', 'code', 'news'].map((id) => document.getElementById(id));
const service = fetch('/service').then((response) => response.json());
const check = async () => device((await service).url);
// Begun when the page opens; asked again at the end where an extension blocked it.
const session = check();
session.catch(() => {});
let attempt = crypto.randomUUID();
person.oninput = () => {
  attempt = crypto.randomUUID();
};
const WORDS = {
  report: ({ accounts }) => `Your report is there: ${accounts} accounts.`,
  code: ({ texts = 2 }) => `We have sent you a code. You can ask for ${texts} more.`,
  'not-sent': () => 'The text could not be sent. Ask for a new code.',
  'wrong-code': ({ tries }) => `The code is not right. Tries left: ${tries}.`,
  'no-texts': () => 'No more texts can be sent. Enter the last code that you got.',
  blocked: () => 'We cannot complete this check online. Call us.',
  failed: () => 'We could not confirm it is you. Start again.',
  expired: () => 'Your code has run out of time. Start again.',
  busy: () => 'There are too many requests. Try again in a minute.',
  later: () => 'There is a problem with the service. Try again later.',
  fields: ({ fields }) => fields.map(({ path, message }) => `${path.split('/').pop()} ${message}`).join('. '),
};
async function send(path, fields) {
  news.textContent = 'One moment…';
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ attempt, ...fields }) })
    .then((response) => response.json())
    .catch(() => ({ say: 'later' }));
  if (!['busy', 'later'].includes(answer.say)) code.hidden = !/code|sent|texts/.test(answer.say);
  // What is over begins anew; what may have been done already keeps its name.
  if (['blocked', 'failed', 'expired', 'report'].includes(answer.say)) attempt = crypto.randomUUID();
  news.textContent = WORDS[answer.say](answer);
}

person.addEventListener('submit', async (event) => {
  event.preventDefault();
  news.textContent = 'One moment…';
  try {
    const sessionId = await session.catch(check);
    await send('/report', { sessionId, ...Object.fromEntries(new FormData(person)) });
  } catch (error) {
    news.textContent = error.message;
  }
});
code.addEventListener('submit', (event) => {
  event.preventDefault();
  send('/code', Object.fromEntries(new FormData(code)));
});
document.getElementById('resend').addEventListener('click', () => send('/resend', {}));
