// The rest of the credit file on the consumer's page: court judgments, insolvency, the electoral roll, associations, other names, notices.
import type { CreditReport } from '../../domain/reports/credit-report.ts';
import { type PartEntry, type PartSection, partSections } from '../../domain/shown/file-part-words.ts';
import { type Html, html } from '../../html/html.ts';

export function fileParts(document: CreditReport): Html[] {
  return partSections(document).map(section);
}

function section({ title, none, help, entries }: PartSection): Html {
  return html`<section>
<h2>${title}</h2>
${none !== null && html`<p>${none}</p>`}
${entries.map(card)}
${entries.length > 0 && html`<p class="hint">${help}</p>`}
</section>`;
}

function card({ title, standing, facts, notices }: PartEntry): Html {
  return html`<article class="card is-${standing?.tone ?? 'quiet'}">
<header><h3><bdi>${title}</bdi></h3>${standing !== undefined && html`<span class="chip ${standing.tone}">${standing.words}</span>`}</header>
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
${notices.map((words) => html`<div class="disagreement"><p>${words}</p></div>`)}
</article>`;
}
