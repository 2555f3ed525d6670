// The rest of the credit file on the consumer's page: court judgments, insolvency, notices and warnings in sight; the electoral roll,
// associations, other names and scores open where they are pressed; all that was not found in one sentence.
import type { CreditReport } from '../../domain/reports/credit-report.ts';
import { type PartEntry, type PartSection, partSections } from '../../domain/shown/file-part-words.ts';
import { inList } from '../../domain/shown/report-view.ts';
import { type Html, html } from '../../html/html.ts';

/** In sight, because a person has to know of them. */
const IN_SIGHT = ['judgments', 'insolvencies', 'notices', 'fraudMarkers'];

export function fileParts(document: CreditReport): Html {
  const found = partSections(document).filter(({ entries }) => entries.length > 0);
  const isSeen = ({ part }: PartSection): boolean => IN_SIGHT.includes(part);
  return html`${found.filter(isSeen).map(section)}${notFound(document)}${found
    .filter((one) => !isSeen(one))
    .map((one) => more(one.title, inside(one)))}`;
}

/** "None found at Equifax and Experian: court judgments and insolvency." */
function notFound(document: CreditReport): Html[] {
  const empty = partSections(document).filter(({ none }) => none !== null);
  return [...Map.groupBy(empty, ({ none }) => none ?? '')].map(
    ([none, parts]) =>
      html`<p class="none">${none.replace(/\.$/, '')}: ${inList(parts.map(({ title }) => title.toLowerCase()))}.</p>`,
  );
}

/** A part that opens; `isOpen`: it is not to be missed. */
export function more(title: string, content: Html, isOpen = false): Html {
  return html`<details class="more-of"${isOpen && html` open`}><summary><h2>${title}</h2></summary>
${content}</details>`;
}

function section(shown: PartSection): Html {
  return html`<section>
<h2>${shown.title}</h2>
${inside(shown)}
</section>`;
}

function inside({ help, entries }: PartSection): Html {
  return html`${entries.map(card)}
<p class="hint">${help}</p>`;
}

function card({ title, standing, facts, notices }: PartEntry): Html {
  return html`<article class="card is-${standing?.tone ?? 'quiet'}">
<header><h3><bdi>${title}</bdi></h3>${standing !== undefined && html`<span class="chip ${standing.tone}">${standing.words}</span>`}</header>
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
${notices.map((words) => html`<div class="disagreement"><p>${words}</p></div>`)}
</article>`;
}
