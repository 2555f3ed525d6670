// The manual works without it. With it, the slash key leads to the search, and code can be copied.
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  document.getElementById('q')?.focus();
});

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(block.querySelector('code').textContent).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'Select it and copy by hand';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  block.append(button);
}
