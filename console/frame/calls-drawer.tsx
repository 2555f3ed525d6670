// The drawer "Requests for this page", opened by Ctrl ` or at the foot of the page: the API calls behind what is shown.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type MadeCall, useMadeCalls } from '../api/calls.ts';
import { withQuery } from '../api/queries.ts';
import { AnswerChip, Dialog, Id, Table } from '../parts/bits.tsx';
import { useShortcut } from './shortcut.ts';

const TITLE = 'Requests for this page';
/** As the reference writes it. */
const TENANT = /^\/[0-9a-f-]{36}(?=\/)/;

export function CallsDrawer() {
  const [isOpen, setOpen] = useState(false);
  useShortcut('`', () => setOpen(true));
  return (
    <div className="calls">
      <button type="button" className="link" onClick={() => setOpen(true)} aria-keyshortcuts="Control+`">
        {TITLE}
      </button>{' '}
      <kbd>Ctrl `</kbd>
      {isOpen && <Drawer onClose={() => setOpen(false)} />}
    </div>
  );
}

function Drawer({ onClose }: { onClose: () => void }) {
  const calls = useShownCalls();
  return (
    <Dialog title={TITLE} onClose={onClose} isDrawer>
      <p>
        What you see came from these calls of the API, newest first. Each is in the{' '}
        <a href="/reference/">reference</a>; bodies are not kept here.
      </p>
      <Table label={TITLE} head={['Call', 'Answer', 'Took', 'Times', 'Request']} numbers={[2, 3]}>
        {calls.map((call) => (
          <Row key={`${call.method} ${call.path}`} call={call} />
        ))}
      </Table>
      <button type="button" className="button second" onClick={onClose}>
        Close
      </button>
    </Dialog>
  );
}

/** Made by the open page, or shortly before by another page and shown on this one too. */
function useShownCalls(): MadeCall[] {
  const made = useMadeCalls();
  const active = useQueryClient().getQueryCache().findAll({ type: 'active' });
  const shown = new Set(
    active.map(({ queryKey: [path, filters = {}] }) =>
      withQuery(String(path), filters as Record<string, string>),
    ),
  );
  const isShown = ({ method, path }: MadeCall): boolean =>
    method === 'GET' && shown.has(path.replace(/[?&]pageToken=.*/, ''));
  return made.filter((call) => call.page === location.pathname || isShown(call));
}

function Row({ call }: { call: MadeCall }) {
  return (
    <tr>
      <td className="wrap">
        <code>
          {call.method} {call.path.replace(TENANT, '/{tenantId}')}
        </code>
      </td>
      <td>
        <AnswerChip status={call.status} />
      </td>
      <td className="n">{call.tookMs} ms</td>
      <td className="n">{call.times}</td>
      <td>{call.requestId !== null && <Id value={call.requestId} name="request id" />}</td>
    </tr>
  );
}
