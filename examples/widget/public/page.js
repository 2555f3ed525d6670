// Loads the widget, shows it with a session of our back end, and asks that how it went.
const [button] = document.getElementsByTagName('button');
const status = document.querySelector('[role=status]');
const read = async (path, options) => (await fetch(path, options)).json();

read('/service').then(({ url }) => {
  const script = document.createElement('script');
  script.src = `${url}/widget.js`;
  document.head.append(script);
});

button.addEventListener('click', async () => {
  button.disabled = true;
  const { url } = await read('/session', { method: 'POST' });
  const check = document.createElement('trefoil-check');
  check.setAttribute('url', url);
  check.setAttribute('label', 'Your credit report');
  document.getElementById('check').replaceChildren(check);
});

// The detail has an id and a status, never a person; the page could be anybody's, so our back end asks the service.
document.addEventListener('trefoil-check:done', async ({ detail }) => {
  const outcome = await read(`/outcome/${encodeURIComponent(detail.session)}`);
  status.textContent =
    outcome.status === 'complete' ? 'Thank you. We have your report.' : 'The check was not completed.';
});
document.addEventListener('trefoil-check:cancelled', () => {
  status.textContent = 'You did not agree. You can carry on without it.';
});
