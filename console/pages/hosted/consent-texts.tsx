// Consent texts: what consumers read and agree to on the hosted page.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { ConsentText } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { useAct } from '../../parts/use-act.ts';

export function ConsentTextsPage() {
  const { home } = useTenant();
  const mayWrite = useMay()('tenant:manage');
  const texts = useGet('listConsentTexts');
  const [isAdding, setAdding] = useState(false);
  const add = mayWrite && (
    <button type="button" className="button" onClick={() => setAdding(true)}>
      Write a text
    </button>
  );
  return (
    <ListPage
      title="Consent texts"
      actions={add}
      lead="What consumers read and agree to. A published version never changes, and each link keeps the one that it was made with."
      columns={COLUMNS}
      rows={texts.data?.items}
      query={texts}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `${home}/consent/${id}`}
      empty={
        <EmptyState>
          {mayWrite
            ? 'No texts yet. Write one: it begins with a skeleton, and you fill in the blanks.'
            : 'No texts yet. An owner can write one.'}
        </EmptyState>
      }
    >
      {isAdding && <NewText onClose={() => setAdding(false)} />}
    </ListPage>
  );
}

export function TextChip({ text }: { text: Pick<ConsentText, 'version' | 'isPublished'> }) {
  if (text.version === null) return <Chip tone="plain" shape="○" word="Draft" />;
  return text.isPublished ? (
    <Chip tone="ok" shape="●" word="Published" />
  ) : (
    <Chip tone="info" shape="◐" word="Changed since" />
  );
}

const COLUMNS: Column<ConsentText>[] = [
  { head: 'Text', phone: 'name', isWrapping: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { head: 'State', phone: 'chip', cell: (text) => <TextChip text={text} /> },
  { head: 'Version', cell: ({ version }) => (version === null ? 'None yet' : `Version ${version}`) },
  {
    head: 'Published',
    cell: ({ publishedAt }) => (publishedAt === null ? 'Not yet' : <RelativeTime at={publishedAt} />),
  },
  { head: 'Changed', phone: 'hidden', cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
];

function NewText({ onClose }: { onClose: () => void }) {
  const { home } = useTenant();
  const act = useAct();
  const [, go] = useLocation();
  const form = useForm({
    id: 'text',
    initial: { name: '' },
    check: ({ name }): Record<string, string> => (name.trim() === '' ? { name: 'Enter a name' } : {}),
    send: ({ name }) =>
      act('createConsentText', {
        body: { name: name.trim() },
        changes: ['listConsentTexts'],
        next: (made) => go(`${home}/consent/${made.id}`),
      }),
  });
  return (
    <FormDialog title="Write a consent text" form={form} button="Continue" onClose={onClose}>
      <Field form={form} name="name" label="Name" hint="For your own people, such as Car finance" />
    </FormDialog>
  );
}
