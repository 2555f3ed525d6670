// The operators' commands for devices and risk: the pages that may open device sessions for a tenant, why a report was allowed,
// challenged or blocked, and what a device session holds.

import { isUuid } from '../domain/ids.ts';
import { ORIGINS_MAX, toOrigin } from '../domain/reports/origins.ts';
import type { Tenant } from '../storage/people/tenants.ts';
import type { DeviceSession } from '../storage/reports/device-sessions.ts';
import type { ReportRisk } from '../storage/reports/report-risk.ts';
import { COMMAND_LINE, type Operator } from '../usecases/operating/operate-tenants.ts';
import { type Command, CommandRefused, optional } from './command.ts';
import { needTenant } from './need-tenant.ts';

export type DeviceTools = {
  findTenant: (tenantId: string) => Promise<Tenant | null>;
  listOrigins: (tenantId: string) => Promise<string[]>;
  tenants: Operator;
  /** Null when the text is not a session id of ours, or the session was deleted. */
  findSession: (sessionId: string) => Promise<DeviceSession | null>;
  findReportRisk: (tenantId: string, reportId: string) => Promise<ReportRisk | null>;
};

export const DEVICE_COMMANDS: Command<DeviceTools>[] = [
  {
    name: 'tenants origins',
    operands: ['<tenant-id>'],
    options: [
      optional(
        'set',
        'the pages, such as https://apply.example,https://www.example; the word any lifts the limit',
      ),
    ],
    help: 'The pages whose device sessions count for a tenant; any page while the list is empty.',
    run: async (tools, { operands, options }) => {
      const { id } = await needTenant(tools, operands[0]);
      if (options.set !== undefined)
        await tools.tenants.setOrigins(COMMAND_LINE, id, readOrigins(options.set));
      const origins = await tools.listOrigins(id);
      const say = origins.length === 0 ? 'Any page may open device sessions.' : origins.join('\n');
      return { say, data: { id, origins } };
    },
  },
  {
    name: 'reports risk',
    operands: ['<tenant-id>', '<report-id>'],
    options: [],
    help: 'Why a live report was allowed, challenged or blocked, as codes.',
    run: async (tools, { operands: [tenantId, reportId = ''] }) => {
      const { id } = await needTenant(tools, tenantId);
      const risk = isUuid(reportId) ? await tools.findReportRisk(id, reportId) : null;
      if (risk === null) throw new CommandRefused('There is no report with this id on this tenant.');
      return { rows: [{ ...risk, reasons: risk.reasons?.join(', ') ?? 'not assessed' }] };
    },
  },
  {
    name: 'devices show',
    operands: ['<session-id>'],
    options: [],
    help: 'What a device session holds: its page, whose it is, and its signals while they are kept.',
    run: async (tools, { operands: [sessionId = ''] }) => {
      const session = await tools.findSession(sessionId);
      if (session === null)
        throw new CommandRefused('This is no session id of this service, or the session is gone.');
      const { createdAt, origin, tenantId, flags, signals } = session;
      const say = [
        `opened    ${createdAt.toISOString()}`,
        `page      ${origin ?? 'not told'}`,
        `tenant    ${tenantId ?? 'not used yet'}`,
        `flags     ${flags.join(', ') || 'none'}`,
        `signals   ${signals === null ? 'gone' : JSON.stringify(signals)}`,
      ].join('\n');
      return { say, data: session };
    },
  },
];

function readOrigins(text: string): string[] {
  if (text.trim() === 'any') return [];
  const origins = text.split(',').map(toOrigin);
  if (!origins.every((origin) => origin !== null) || origins.length > ORIGINS_MAX) {
    throw new CommandRefused(
      `--set takes up to ${ORIGINS_MAX} addresses such as https://apply.example, without a path, separated by commas; or any.`,
    );
  }
  return [...new Set(origins)];
}
