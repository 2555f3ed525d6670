// The drawer with the API calls behind what is shown, opened by Ctrl ` or in the top of the frame.
import './shared-later.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type MadeCall, useMadeCalls } from '../api/calls.ts';
import { CopyButton, Id } from '../parts/copy-field.tsx';
import { Drawer } from '../parts/drawer.tsx';
import { AnswerChip } from '../parts/status-chip.tsx';
import { Table } from '../parts/table.tsx';

const TITLE = 'API calls on this page';
/** As the reference writes it. */
const TENANT = /^\/[0-9a-f-]{36}(?=\/)/;

export function CallsDrawer({ onClose }: { onClose: () => void }) {
  const calls = useShownCalls();
  return (
    <Drawer title={TITLE} onClose={onClose}>
      <p>
        What you see came from these calls of the API, newest first. Each is in the{' '}
        <a href="/reference/">reference</a>; bodies are not kept here.
      </p>
      <Table label={TITLE} head={['Call', 'Status', 'Duration']} numbers={[2]}>
        {calls.map((call) => (
          <Row key={`${call.method} ${call.path}`} call={call} />
        ))}
      </Table>
    </Drawer>
  );
}

/** Made by the open page, or shortly before by another page and shown on this one too. */
function useShownCalls(): MadeCall[] {
  const made = useMadeCalls();
  const active = useQueryClient().getQueryCache().findAll({ type: 'active' });
  const shown = new Set(active.map(({ queryKey: [path] }) => path));
  const isShown = ({ method, path }: MadeCall): boolean =>
    method === 'GET' && shown.has(path.replace(/[?&]pageToken=.*/, ''));
  return made.filter((call) => call.page === location.pathname || isShown(call));
}

const asCurl = ({ path }: MadeCall): string =>
  `curl -H "Authorization: Bearer $TOKEN" '${location.origin}${path}'`;

function Row({ call }: { call: MadeCall }) {
  return (
    <tr>
      <td className="wrap">
        <code>
          {call.method} {call.path.replace(TENANT, '/{tenantId}')}
        </code>
        <p className="buttons">
          {call.method === 'GET' && <CopyButton text={asCurl(call)} label="Copy as curl" />}
          {call.requestId !== null && <Id value={call.requestId} name="request id" />}
          {call.times > 1 && <small>{call.times} times</small>}
        </p>
      </td>
      <td>
        <AnswerChip status={call.status} />
      </td>
      <td className="n">{call.tookMs} ms</td>
    </tr>
  );
}
