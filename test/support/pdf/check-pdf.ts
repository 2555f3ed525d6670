// Checks a PDF as PDF/UA-1 wants its structure, as far as a program can: everything that is drawn is in the structure or an artifact, the
// tree and the pages agree, tables and lists are whole, headings are in order, fonts are embedded and can be read. Not a certificate.
import { type PageContent, readPage } from './page-content.ts';
import { type Dict, isDict, nameOf, type Pdf, readPdf, refOf, type Value } from './read-pdf.ts';

export type Checked = {
  faults: string[];
  pages: number;
  /** In the order in which it is read aloud, a line for each element with text of its own. */
  lines: { tag: string; text: string }[];
  text: string;
  headings: { level: number; text: string }[];
  bookmarks: string[];
  artifacts: string[];
  title: string;
};

/** What may be in what. */
const CHILDREN: Record<string, string[]> = {
  Document: ['Sect'],
  Sect: ['H1', 'H2', 'H3', 'P', 'Table', 'L'],
  Table: ['TR'],
  TR: ['TH', 'TD'],
  L: ['LI'],
  LI: ['Lbl', 'LBody'],
};
const LEAVES = ['H1', 'H2', 'H3', 'P', 'TH', 'TD', 'Lbl', 'LBody'];
/** A report is text: nothing in it runs or leads elsewhere. */
const FORBIDDEN = /\/(JavaScript|JS|URI|Launch|EmbeddedFile|GoToR|SubmitForm|AcroForm)\b/;

export function checkPdf(bytes: Uint8Array): Checked {
  const pdf = readPdf(bytes);
  const faults = [...pdf.faults];
  const catalog = pdf.dictAt(pdf.trailer.dict.get('Root'));
  const pages = pagesOf(pdf, catalog);
  const contents = pages.map(({ page }, index) => readPage(pdf, page, index + 1));
  faults.push(...contents.flatMap((content) => content.faults));
  faults.push(...documentFaults(pdf, catalog, bytes), ...fontFaults(pdf));
  const walked = walk(pdf, catalog, pages, contents);
  faults.push(...walked.faults);
  const headings = walked.lines.flatMap(({ tag, text }) =>
    /^H\d$/.test(tag) ? [{ level: Number(tag[1]), text }] : [],
  );
  faults.push(...headingFaults(headings));
  for (const [index, { tags }] of contents.entries())
    if (/^H\d$/.test([...tags.values()].at(-1) ?? ''))
      faults.push(`a heading alone at the foot of page ${index + 1}`);
  const bookmarks = bookmarksOf(pdf, catalog);
  if (bookmarks.length !== headings.length) faults.push('bookmarks are not the headings');
  return {
    faults,
    pages: pages.length,
    lines: walked.lines,
    text: walked.lines.map(({ text }) => text).join('\n'),
    headings,
    bookmarks,
    artifacts: contents.map(({ artifacts }) => artifacts),
    title: pdf.textOf(pdf.dictAt(pdf.trailer.dict.get('Info')).dict.get('Title')),
  };
}

type Page = { page: Dict; ref: number };

function pagesOf(pdf: Pdf, catalog: Dict): Page[] {
  const kids = pdf.at(pdf.dictAt(catalog.dict.get('Pages')).dict.get('Kids'));
  return (Array.isArray(kids) ? kids : []).map((kid) => ({ page: pdf.dictAt(kid), ref: refOf(kid) ?? 0 }));
}

function documentFaults(pdf: Pdf, catalog: Dict, bytes: Uint8Array): string[] {
  const xmp = pdf.dictAt(catalog.dict.get('Metadata')).stream?.toString('utf8') ?? '';
  const id = pdf.at(pdf.trailer.dict.get('ID'));
  const pages = pagesOf(pdf, catalog);
  const flag = (name: string, of: string): boolean =>
    pdf.dictAt(catalog.dict.get(of)).dict.get(name) === true;
  const wanted: [string, boolean][] = [
    ['a header of PDF 1.7', Buffer.from(bytes).subarray(0, 8).toString('latin1') === '%PDF-1.7'],
    ['the language en-GB', pdf.textOf(catalog.dict.get('Lang')) === 'en-GB'],
    ['marked', flag('Marked', 'MarkInfo')],
    ['the title shown', flag('DisplayDocTitle', 'ViewerPreferences')],
    ['a title', pdf.textOf(pdf.dictAt(pdf.trailer.dict.get('Info')).dict.get('Title')).length > 5],
    ['a title in the metadata', /<dc:title>\s*<rdf:Alt>\s*<rdf:li xml:lang="x-default">[^<]+</.test(xmp)],
    ['the part of PDF/UA', /<pdfuaid:part>1</.test(xmp)],
    ['an id', Array.isArray(id) && id.length === 2],
    ['pages', pages.length > 0],
    ['the order of tabs', pages.every(({ page }) => nameOf(page.dict.get('Tabs')) === 'S')],
    ['no annotations', pages.every(({ page }) => page.dict.get('Annots') === undefined)],
    ['nothing that runs', ![...pdf.objects.values()].some(isForbidden)],
  ];
  return wanted.flatMap(([what, isThere]) => (isThere ? [] : [`without ${what}`]));
}

function isForbidden(value: Value): boolean {
  if (Array.isArray(value)) return value.some(isForbidden);
  if (!isDict(value)) return FORBIDDEN.test(`/${nameOf(value) ?? ''}`);
  return [...value.dict].some(([name, inner]) => FORBIDDEN.test(`/${name}`) || isForbidden(inner));
}

function fontFaults(pdf: Pdf): string[] {
  const fonts = [...pdf.objects.values()]
    .filter(isDict)
    .filter(({ dict }) => nameOf(dict.get('Type')) === 'Font');
  const whole = fonts.filter(({ dict }) => nameOf(dict.get('Subtype')) === 'Type0');
  const standard = fonts.filter(({ dict }) => nameOf(dict.get('Subtype')) === 'Type1');
  return [
    ...(whole.length === 0 ? ['no font'] : []),
    ...(standard.length > 0 ? ['a font that is not embedded'] : []),
    ...whole.flatMap(({ dict }) => {
      const [descendant] = [pdf.at(dict.get('DescendantFonts'))].flat() as Value[];
      const descriptor = pdf.dictAt(pdf.dictAt(descendant).dict.get('FontDescriptor'));
      const file = pdf.dictAt(descriptor.dict.get('FontFile2')).stream;
      return [
        ...(file === undefined || file.length < 500 ? ['a font without its file'] : []),
        ...(pdf.dictAt(dict.get('ToUnicode')).stream === undefined ? ['a font without ToUnicode'] : []),
      ];
    }),
  ];
}

function walk(pdf: Pdf, catalog: Dict, pages: Page[], contents: PageContent[]) {
  const faults: string[] = [];
  const lines: Checked['lines'] = [];
  const root = pdf.dictAt(catalog.dict.get('StructTreeRoot'));
  const parents = parentTree(pdf, root);
  const seen = pages.map(() => new Set<number>());
  /** Of the rows of the table that is walked; none is inside another. */
  const widths: number[] = [];

  function visit(ref: number, parent: number | undefined, among: string[]): string {
    const element = pdf.dictAt({ ref });
    const tag = nameOf(element.dict.get('S')) ?? '';
    if (!among.includes(tag)) faults.push(`${tag} inside ${among}`);
    if (refOf(element.dict.get('P')) !== parent) faults.push(`${tag} does not know its parent`);
    const kids = [element.dict.get('K') ?? []].flat();
    const tags: string[] = [];
    let text = '';
    for (const kid of kids) {
      const child = refOf(kid);
      if (child !== undefined) tags.push(visit(child, ref, CHILDREN[tag] ?? []));
      else text += own(kid, element, ref, tag);
    }
    if (LEAVES.includes(tag)) {
      if (text.trim() === '') faults.push(`${tag} without text`);
      lines.push({ tag, text });
    } else if (kids.length === 0) faults.push(`${tag} without anything`);
    // What heads a row and its values, or what heads the columns.
    if (tag === 'TR' && !/^TH((,TD)+|(,TH)+)$/.test(tags.join())) faults.push(`a row of ${tags}`);
    if (tag === 'TR') widths.push(tags.length);
    if (tag === 'Table' && new Set(widths.splice(0)).size !== 1) faults.push('rows of several widths');
    if (tag === 'LI' && tags.join() !== 'Lbl,LBody') faults.push(`an entry of ${tags}`);
    const scope = nameOf(pdf.dictAt(element.dict.get('A')).dict.get('Scope'));
    if (tag === 'TH' && scope !== 'Row' && scope !== 'Column') faults.push('TH without a scope');
    return tag;
  }

  /** The text of one marked content of an element. */
  function own(kid: Value, element: Dict, ref: number, tag: string): string {
    const isElsewhere = isDict(kid);
    const mcid = Number(isElsewhere ? kid.dict.get('MCID') : kid);
    const page = refOf(isElsewhere ? kid.dict.get('Pg') : element.dict.get('Pg'));
    const index = pages.findIndex((one) => one.ref === page);
    const content = contents[index];
    if (content === undefined || content.tags.get(mcid) !== tag) {
      faults.push(`${tag} has a content that is not there`);
      return '';
    }
    if (seen[index]?.has(mcid)) faults.push(`${tag} shares its content`);
    seen[index]?.add(mcid);
    if (parents.get(Number(pages[index]?.page.dict.get('StructParents')))?.[mcid] !== ref)
      faults.push(`the parent tree is wrong about ${tag}`);
    return content.texts.get(mcid) ?? '';
  }

  const tops = [root.dict.get('K') ?? []].flat();
  const rootRef = refOf(catalog.dict.get('StructTreeRoot'));
  for (const top of tops) visit(refOf(top) ?? 0, rootRef, ['Document']);
  if (tops.length !== 1) faults.push('not one Document');
  for (const [index, { tags }] of contents.entries())
    for (const mcid of tags.keys())
      if (!seen[index]?.has(mcid)) faults.push(`page ${index + 1}: ${mcid} is in no element`);
  return { faults, lines };
}

function parentTree(pdf: Pdf, root: Dict): Map<number, (number | undefined)[]> {
  const nums = pdf.at(pdf.dictAt(root.dict.get('ParentTree')).dict.get('Nums'));
  const list = Array.isArray(nums) ? nums : [];
  const tree = new Map<number, (number | undefined)[]>();
  for (let index = 0; index < list.length; index += 2) {
    const entry = pdf.at(list[index + 1]);
    tree.set(Number(list[index]), Array.isArray(entry) ? entry.map(refOf) : []);
  }
  return tree;
}

function headingFaults(headings: Checked['headings']): string[] {
  const firsts = headings.filter(({ level }) => level === 1).length;
  const skips = headings.filter(({ level }, index) => level > (headings[index - 1]?.level ?? 0) + 1);
  return [
    ...(firsts === 1 && headings[0]?.level === 1 ? [] : ['not one H1 at the start']),
    ...skips.map(({ level }) => `H${level} after a heading two levels higher`),
  ];
}

function bookmarksOf(pdf: Pdf, catalog: Dict): string[] {
  const titles: string[] = [];
  const visit = (value: Value | undefined): void => {
    for (let item = value; item !== undefined; item = pdf.dictAt(item).dict.get('Next')) {
      titles.push(pdf.textOf(pdf.dictAt(item).dict.get('Title')));
      visit(pdf.dictAt(item).dict.get('First'));
    }
  };
  visit(pdf.dictAt(catalog.dict.get('Outlines')).dict.get('First'));
  return titles;
}
