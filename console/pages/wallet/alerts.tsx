// Alerts: what the tenant's people are told of, by e-mail and as an event, and which have fired.
import { useGet } from '../../api/queries.ts';
import type { Alert } from '../../api/shapes.ts';
import { useMay } from '../../frame/tenant.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../../parts/form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { SettingsRow } from '../../parts/settings-row.tsx';
import { Shown } from '../../parts/states.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { useAct } from '../../parts/use-act.ts';
import { credits } from '../../parts/words.ts';

const EVERY_MS = 15_000;
const LOW_MAX = 10;
const NUMBER = /^[1-9]\d{0,11}$/;

export function AlertsPage() {
  const may = useMay();
  // They are of live mode.
  const mayChange = may('webhooks:write') && may('reports:live');
  const alerts = useGet('listAlerts', { everyMs: EVERY_MS });
  const items = alerts.data?.items;
  return (
    <>
      <PageHeader title="Alerts">
        Told by e-mail and as an event when a threshold is crossed, and again only after it has recovered.
        Owners and admins get all of them, finance those of the wallet, developers those of texts and secrets.
      </PageHeader>
      {mayChange && (
        <Shown query={alerts} data={items}>
          {(data) => <AlertForm items={data} />}
        </Shown>
      )}
      <section aria-labelledby="now">
        <h2 id="now">Now</h2>
        <DataTable
          label="Alerts"
          columns={COLUMNS}
          rows={items}
          {...(!mayChange && { query: alerts })}
          keyOf={({ kind, threshold }) => `${kind} ${threshold}`}
          empty={
            <EmptyState>
              No thresholds are set. An empty wallet, an old secret that ends while it is in use and a webhook
              endpoint that fails are always told.
            </EmptyState>
          }
        />
      </section>
    </>
  );
}

const SAID: Record<Alert['kind'], (threshold: number) => string> = {
  low: (threshold) => `Fewer than ${credits(threshold)} available`,
  depleted: () => 'The wallet is empty',
  velocity: (threshold) => `${credits(threshold)} or more spent within an hour`,
  undelivered: (threshold) => `${threshold} % or more of the texts of an hour not delivered`,
};

const COLUMNS: Column<Alert>[] = [
  {
    head: 'Alert',
    phone: 'name',
    isWrapping: true,
    cell: ({ kind, threshold }) => SAID[kind](threshold),
  },
  {
    head: 'State',
    phone: 'chip',
    cell: ({ state }) =>
      state === 'fired' ? (
        <Chip tone="warn" shape="▲" word="Fired" />
      ) : (
        <Chip tone="ok" shape="●" word="Clear" />
      ),
  },
  { head: 'Since', isNumber: true, cell: ({ changedAt }) => <RelativeTime at={changedAt} /> },
];

function settingsOf(items: Alert[]): { low: string; velocity: string; undelivered: string } {
  const of = (kind: Alert['kind']): string =>
    items
      .filter((alert) => alert.kind === kind)
      .map(({ threshold }) => threshold)
      .sort((a, b) => b - a)
      .join(', ');
  return { low: of('low'), velocity: of('velocity'), undelivered: of('undelivered') };
}

const partsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

function AlertForm({ items }: { items: Alert[] }) {
  const act = useAct();
  const form = useForm({
    id: 'alerts',
    initial: settingsOf(items),
    check: ({ low, velocity, undelivered }): Record<string, string> => ({
      ...((partsOf(low).some((part) => !NUMBER.test(part)) || partsOf(low).length > LOW_MAX) && {
        low: `Enter up to ${LOW_MAX} numbers of credits, with commas between them`,
      }),
      ...(velocity.trim() !== '' &&
        !NUMBER.test(velocity.trim()) && { velocity: 'Enter a number of credits, or nothing' }),
      ...(undelivered.trim() !== '' &&
        !/^([1-9]\d?|100)$/.test(undelivered.trim()) && {
          undelivered: 'Enter a percentage from 1 to 100, or nothing',
        }),
    }),
    send: ({ low, velocity, undelivered }, { fill }) =>
      act('setAlerts', {
        body: {
          low: [...new Set(partsOf(low).map(Number))],
          ...(velocity.trim() !== '' && { velocity: Number(velocity) }),
          ...(undelivered.trim() !== '' && { undelivered: Number(undelivered) }),
        },
        changes: ['listAlerts', 'readAttention'],
        next: (saved) => fill(settingsOf(saved.items)),
        says: 'The alerts are saved.',
      }),
  });
  return (
    <Form form={form} label="Alerts">
      <div className="settings panel">
        <SettingsRow
          title="Balance"
          about="Notify when the balance falls below this, and again when it recovers to 110 %."
        >
          <Field form={form} name="low" label="Credits" hint="Up to ten, such as 2000, 500" />
        </SettingsRow>
        <SettingsRow title="Spending" about="Notify when so many credits were spent within an hour.">
          <Field
            form={form}
            name="velocity"
            label="Credits within an hour"
            hint="Off, if it is left empty"
            inputMode="numeric"
            isShort
          />
        </SettingsRow>
        <SettingsRow
          title="Texts"
          about="Notify when this share of the texts of an hour, ten or more, was not delivered."
        >
          <Field
            form={form}
            name="undelivered"
            label="Percent not delivered"
            hint="Off, if it is left empty"
            inputMode="numeric"
            isShort
          />
          <SubmitButton isBusy={form.isBusy}>Save alerts</SubmitButton>
        </SettingsRow>
      </div>
    </Form>
  );
}
