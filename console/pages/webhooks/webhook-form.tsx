// The form of a webhook endpoint: to create one, or to change it.
import { ALL_TYPES, EVENT_TYPE_NAMES, EVENT_TYPES } from '../../../src/domain/webhooks/events.ts';
import { RATE_DEFAULT } from '../../../src/domain/webhooks/webhooks.ts';
import type { Endpoint, NewEndpoint } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { Checks, Choices } from '../../parts/choices.tsx';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useAct } from '../../parts/use-act.ts';
import { hasAllTypes } from './webhook-words.tsx';

const MODES = [
  { value: 'live', label: 'Live', hint: 'Events of live reports, the wallet and texts' },
  { value: 'test', label: 'Test', hint: 'Events of test reports' },
];
const WHICH = [
  { value: 'all', label: 'All' },
  { value: 'some', label: 'Choose' },
];
const TYPES = EVENT_TYPE_NAMES.map((name) => ({
  value: name,
  label: name,
  hint: EVENT_TYPES[name].replaceAll('`', ''),
}));
const ORDERED = {
  value: 'ordered',
  label: 'One event of a report at a time',
  hint: 'The next is sent when the one before was delivered or given up',
};
const ASYMMETRIC = {
  value: 'asymmetric',
  label: 'Sign with a public key as well (v1a)',
  hint: 'Receivers then need no secret',
};

type Given = { onClose: () => void };
/** What both forms send, and what only a new endpoint is given. */
type Chosen = {
  body: Pick<Endpoint, 'url' | 'description' | 'ratePerSecond' | 'ordered'> & {
    types: ((typeof EVENT_TYPE_NAMES)[number] | typeof ALL_TYPES)[];
  };
  first: { mode: Endpoint['mode']; asymmetric: boolean };
};

function useEndpointForm(given: {
  endpoint: Endpoint | null;
  mode: Endpoint['mode'];
  send: (chosen: Chosen) => Promise<unknown>;
}) {
  const { endpoint } = given;
  return useForm({
    id: 'endpoint',
    initial: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      mode: given.mode,
      which: endpoint === null || hasAllTypes(endpoint) ? 'all' : 'some',
      types: (endpoint?.types ?? []).join(' '),
      ratePerSecond: String(endpoint?.ratePerSecond ?? RATE_DEFAULT),
      options: endpoint?.ordered ? 'ordered' : '',
    },
    check: ({ url, which, types, ratePerSecond }): Record<string, string> => ({
      ...(url.trim() === '' && { url: 'Enter the address that events are sent to' }),
      ...(which === 'some' && types === '' && { types: 'Choose at least one type' }),
      ...(!/^[1-9]\d{0,2}$/.test(ratePerSecond.trim()) && {
        ratePerSecond: 'Enter a number of requests a second, from 1 to 100',
      }),
    }),
    send: ({ url, description, mode, which, types, ratePerSecond, options }) => {
      const chosen = options.split(' ');
      return given.send({
        body: {
          url: url.trim(),
          description: description.trim(),
          types:
            which === 'all'
              ? [ALL_TYPES]
              : EVENT_TYPE_NAMES.filter((name) => types.split(' ').includes(name)),
          ratePerSecond: Number(ratePerSecond),
          ordered: chosen.includes('ordered'),
        },
        first: { mode, asymmetric: chosen.includes('asymmetric') },
      });
    },
  });
}

type EndpointForm = ReturnType<typeof useEndpointForm>;

function Fields({ form, isNew }: { form: EndpointForm; isNew: boolean }) {
  const seesLive = useMay()('reports:live');
  return (
    <>
      <Field form={form} name="url" label="Address" hint="https, such as https://example.com/trefoil" />
      <Field form={form} name="description" label="Description" hint="What it is for, such as Case system" />
      {isNew && seesLive && (
        <Choices
          legend="Mode"
          name="mode"
          value={form.values.mode}
          options={MODES}
          onChange={(value) => form.set('mode', value)}
        />
      )}
      {isNew && !seesLive && <p>Test events only: your role does not include live mode.</p>}
      <Choices
        legend="Events"
        name="which"
        value={form.values.which}
        options={WHICH}
        onChange={(value) => form.set('which', value)}
      />
      {form.values.which === 'some' && <Checks form={form} name="types" label="Types" options={TYPES} />}
      <Field
        form={form}
        name="ratePerSecond"
        label="Requests a second"
        hint="At most, from 1 to 100"
        inputMode="numeric"
        isShort
      />
      <Checks
        form={form}
        name="options"
        label="Options"
        options={isNew ? [ORDERED, ASYMMETRIC] : [ORDERED]}
      />
    </>
  );
}

export function CreateEndpoint({ onClose, onMade }: Given & { onMade: (made: NewEndpoint) => void }) {
  const { mode } = useTenant();
  const act = useAct();
  const seesLive = useMay()('reports:live');
  const form = useEndpointForm({
    endpoint: null,
    mode: seesLive ? mode : 'test',
    send: ({ body, first }) =>
      act('createWebhookEndpoint', {
        body: { ...body, ...first },
        changes: ['listWebhookEndpoints'],
        next: onMade,
      }),
  });
  return (
    <FormDialog title="Add endpoint" form={form} button="Add endpoint" onClose={onClose}>
      <Fields form={form} isNew />
    </FormDialog>
  );
}

export function EditEndpoint({ endpoint, onClose }: Given & { endpoint: Endpoint }) {
  const act = useAct();
  const form = useEndpointForm({
    endpoint,
    mode: endpoint.mode,
    send: ({ body }) =>
      act('changeWebhookEndpoint', {
        params: { endpointId: endpoint.id },
        body,
        changes: ['listWebhookEndpoints'],
        next: onClose,
      }),
  });
  return (
    <FormDialog
      title="Edit endpoint"
      form={form}
      button="Save"
      onClose={onClose}
      about={<p className="hint">What is waiting already goes to the new address.</p>}
    >
      <Fields form={form} isNew={false} />
    </FormDialog>
  );
}
