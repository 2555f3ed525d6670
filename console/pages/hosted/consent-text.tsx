// One consent text: its draft, how it reads, and the versions that were published of it.
import { useState } from 'react';
import { useParams } from 'wouter';
import {
  blanksIn,
  fillBlanks,
  paragraphsOf,
  toConsentBody,
} from '../../../src/domain/hosted/consent-text.ts';
import { useGet } from '../../api/queries.ts';
import type { ConsentTextDetail } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Callout } from '../../parts/callout.tsx';
import { Id } from '../../parts/copy-field.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Area, Field } from '../../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../../parts/form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/states.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Blanks, type Filled } from './blanks.tsx';
import { TextChip } from './consent-texts.tsx';
import { Phone } from './phone.tsx';

type Version = ConsentTextDetail['versions'][number];

export function ConsentTextPage() {
  const { home } = useTenant();
  const { id = '' } = useParams<{ id: string }>();
  const text = useGet('readConsentText', { params: { consentTextId: id } });
  const crumb = [{ name: 'Consent texts', href: `${home}/consent` }];
  return (
    <Shown query={text} data={text.data}>
      {(data) => (
        <>
          <PageHeader title={data.name} crumb={crumb} chip={<TextChip text={data} />}>
            Text id <Id value={data.id} name="text id" />
          </PageHeader>
          <Draft text={data} />
          <Versions versions={data.versions} />
        </>
      )}
    </Shown>
  );
}

function Draft({ text }: { text: ConsentTextDetail }) {
  const mayWrite = useMay()('tenant:manage');
  const act = useAct();
  const params = { consentTextId: text.id };
  const [filled, setFilled] = useState<Filled>({});
  const form = useForm({
    id: 'draft',
    initial: { name: text.name, body: text.body },
    check: ({ name, body }): Record<string, string> => ({
      ...(name.trim() === '' && { name: 'Enter a name' }),
      ...(body.trim() === '' && { body: 'Enter the text' }),
    }),
    send: ({ name, body }, { fill }) =>
      act('changeConsentText', {
        params,
        body: { name: name.trim(), body: fillBlanks(body, filled) },
        changes: ['listConsentTexts'],
        next: (saved) => {
          fill({ name: saved.name, body: saved.body });
          setFilled({});
        },
        says: 'The draft is saved.',
      }),
  });
  const body = fillBlanks(form.values.body, filled);
  const isChanged = body !== text.body || form.values.name !== text.name;
  const [error, setError] = useState<Error | null>(null);
  return (
    <div className={mayWrite ? 'set-up panel' : 'panel'}>
      {mayWrite && (
        <div className="in">
          <Form form={form} label="Draft">
            <Field form={form} name="name" label="Name" />
            <Area
              form={form}
              name="body"
              label="Text"
              rows={18}
              hint="An empty line begins a paragraph. What stands in double square brackets is a blank"
            />
            <Blanks body={form.values.body} filled={filled} onFilled={setFilled} />
            <SubmitButton isBusy={form.isBusy} isSecond>
              Save draft
            </SubmitButton>
          </Form>
        </div>
      )}
      <section className="in" aria-labelledby="preview">
        <h2 id="preview">As consumers read it</h2>
        <Preview body={toConsentBody(body)} />
        {mayWrite && <Publishable blanks={blanksIn(body)} isChanged={isChanged} text={text} />}
        {error !== null && (
          <p className="field-problem" role="alert">
            {error.message}
          </p>
        )}
        {mayWrite && !text.isPublished && !isChanged && text.blanks.length === 0 && (
          <p className="buttons">
            <ActButton
              act={() =>
                act('publishConsentText', {
                  params,
                  changes: ['listConsentTexts'],
                  says: 'The text is published. New links show it.',
                })
              }
              onError={setError}
            >
              Publish as version {(text.version ?? 0) + 1}
            </ActButton>
          </p>
        )}
      </section>
    </div>
  );
}

function Publishable(props: { blanks: string[]; isChanged: boolean; text: ConsentTextDetail }) {
  if (props.blanks.length > 0)
    return (
      <Callout tone="warn" title="Blanks are left">
        <p>Fill these in before you publish the text:</p>
        <ul>
          {props.blanks.map((blank) => (
            <li key={blank}>
              <bdi>{blank === '' ? 'An empty blank' : blank}</bdi>
            </li>
          ))}
        </ul>
      </Callout>
    );
  if (props.isChanged) return <p className="hint">Save the draft, then publish it.</p>;
  if (props.text.isPublished) return <p className="hint">This is version {props.text.version}.</p>;
  return (
    <p className="hint">Have somebody who knows the law read it. Links that exist keep their version.</p>
  );
}

/** On a phone for those who see how the page is set up; as paragraphs for the others. */
function Preview({ body }: { body: string }) {
  const seesPage = useMay()('members:manage');
  if (seesPage) return <Phone page="consent" body={body} />;
  return (
    <div>
      {paragraphsOf(body).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other key
        <p key={index} dir="auto">
          {paragraph}
        </p>
      ))}
    </div>
  );
}

function Versions({ versions }: { versions: Version[] }) {
  const [open, setOpen] = useState<Version | null>(null);
  const columns: Column<Version>[] = [
    {
      head: 'Version',
      phone: 'name',
      cell: (version) => (
        <button type="button" className="link" onClick={() => setOpen(version)}>
          Version {version.version}
        </button>
      ),
    },
    { head: 'Published', cell: ({ publishedAt }) => <RelativeTime at={publishedAt} /> },
    { head: 'SHA-256', phone: 'hidden', cell: ({ sha256 }) => <Id value={sha256} name="hash" /> },
  ];
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <DataTable
        label="Versions"
        columns={columns}
        rows={versions}
        keyOf={({ version }) => String(version)}
      />
      {open !== null && (
        <Dialog title={`Version ${open.version}`} onClose={() => setOpen(null)}>
          <Preview body={open.body} />
        </Dialog>
      )}
    </section>
  );
}
