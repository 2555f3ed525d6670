// The rest of the credit file on the consumer's page: court judgments, insolvency, notices and warnings in sight; the electoral roll,
// associations, other names, scores and all that is no account open by one press; all that was not found is one sentence.
import type { CreditReport } from '../../domain/reports/credit-report.ts';
import { type PartEntry, type PartSection, partSections } from '../../domain/shown/file-part-words.ts';
import { inList } from '../../domain/shown/report-view.ts';
import { type Html, html } from '../../html/html.ts';

/** In sight, because a person has to know of them. */
const IN_SIGHT = ['judgments', 'insolvencies', 'notices', 'fraudMarkers'];

/** `isSeen`: it is not folded. `line`: it is folded by itself, under these words. */
export type Part = { title: string; content: Html; isSeen?: boolean; line?: string };

/** `others`: what is not of the credit file, after it. */
export function fileParts(document: CreditReport, others: readonly (Part | null)[]): Html {
  const found = partSections(document).filter(({ entries }) => entries.length > 0);
  const parts: Part[] = [
    ...found.map((one) => ({ title: one.title, content: inside(one), isSeen: IN_SIGHT.includes(one.part) })),
    ...others.filter((part) => part !== null),
  ];
  const own = parts.map((part) => part.line !== undefined && folded(part.title, part.line, part.content));
  const unseen = parts.filter(({ isSeen, line }) => !isSeen && line === undefined);
  return html`${parts.filter(({ isSeen }) => isSeen).map(section)}${notFound(document)}${own}${rest(unseen)}`;
}

/** Opened by one press. */
function rest(parts: readonly Part[]): Html | null {
  if (parts.length === 0) return null;
  const titles = parts.map(({ title }) => title).join(' · ');
  return folded('The rest of your file', titles, html`${parts.map(section)}`);
}

function folded(title: string, line: string, content: Html): Html {
  return html`<details class="more-of"><summary><h2>${title}</h2> <span class="kind">${line}</span></summary>
${content}</details>`;
}

/** "None found at Equifax and Experian: court judgments and insolvency." */
function notFound(document: CreditReport): Html[] {
  const empty = partSections(document).filter(({ none }) => none !== null);
  return [...Map.groupBy(empty, ({ none }) => none ?? '')].map(
    ([none, parts]) =>
      html`<p class="none">${none.replace(/\.$/, '')}: ${inList(parts.map(({ title }) => title.toLowerCase()))}.</p>`,
  );
}

function section({ title, content }: Part): Html {
  return html`<section>
<h2>${title}</h2>
${content}
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
