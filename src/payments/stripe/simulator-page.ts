// The page of the simulated Stripe where a browser pays: an amount, a card, a button. It says that no money moves.
import { type Html, html } from '../../html/html.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f1f3f0;color:#17211d}
main{max-width:26rem;margin:2rem auto;padding:1.5rem;background:#fff;border-radius:8px}
label{display:block;margin:1rem 0 .25rem}input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;border:1px solid #55625c;border-radius:4px}
button{font:inherit;width:100%;margin-top:1.5rem;padding:.6rem;border:0;border-radius:4px;background:#0b5d51;color:#fff;cursor:pointer}
.note{background:#fff3df;color:#8a4b00;padding:.5rem .75rem;border-radius:4px}.error{color:#b42318}
a{color:#0b5d51}h1{font-size:1.5rem;margin:.5rem 0}
@media (prefers-color-scheme:dark){body{background:#101614;color:#e7ebe8}main{background:#18211e}input{background:#101614;color:#e7ebe8}
.note{background:#3a2a10;color:#f5c26b}.error{color:#ff9d92}a{color:#7fd3c4}button{background:#7fd3c4;color:#101614}}`;

export function checkoutPage(given: {
  title: string;
  amountPence: number | null;
  cancelUrl: string;
  error: string | null;
}): string {
  const amount = given.amountPence === null ? null : `£${(given.amountPence / 100).toFixed(2)}`;
  const heading = amount === null ? 'Keep a card' : `Pay ${amount}`;
  const page: Html = html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${heading}: simulated checkout</title><link rel="stylesheet" href="/style.css"></head>
<body><main>
<p class="note">Simulated: no money moves, and any card number will do.</p>
<h1>${heading}</h1><p>${given.title}</p>
${given.error === null ? null : html`<p class="error" role="alert">${given.error}</p>`}
<form method="post">
<label for="number">Card number</label><input id="number" name="number" inputmode="numeric" value="4242 4242 4242 4242" required>
<label for="expiry">Expiry date (month/year)</label><input id="expiry" name="expiry" value="12/34" required>
<button>${amount === null ? 'Keep card' : 'Pay'}</button>
</form>
<p><a href="${given.cancelUrl}">Cancel</a></p>
</main></body></html>`;
  return page.text;
}

export { STYLE as CHECKOUT_STYLE };

/** Null of what is no card. */
export function readCardForm(form: URLSearchParams): { number: string; month: number; year: number } | null {
  const number = (form.get('number') ?? '').replaceAll(/[\s-]/g, '');
  const [, month = '', year = ''] =
    /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d\d)\s*$/.exec(form.get('expiry') ?? '') ?? [];
  if (!/^\d{12,19}$/.test(number) || Number(month) < 1 || Number(month) > 12) return null;
  return { number, month: Number(month), year: 2000 + Number(year) };
}
