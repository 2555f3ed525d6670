// Show and hide a password. The pages work without this script: then the buttons stay hidden.
for (const button of document.querySelectorAll('button[data-shows]')) {
  const field = document.getElementById(button.dataset.shows);
  const show = (isShown) => {
    field.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? 'Hide' : 'Show';
    button.setAttribute('aria-label', isShown ? 'Hide password' : 'Show password');
  };
  button.addEventListener('click', () => show(field.type === 'password'));
  // Browsers offer to save what is sent as a password only.
  field.form.addEventListener('submit', () => show(false));
  button.hidden = false;
}
