// What an integrator's commands are given: the client of the SDK for the chosen context, and ways to say and to ask.
import { Trefoil } from '@trefoil/sdk';
import type { ClientConfig, Context } from '../../config/client-config.ts';
import type { Command, Option } from '../command.ts';
import { optional } from '../command.ts';
import { chooseContext } from './context.ts';

export type ClientTools = {
  config: ClientConfig;
  /** The demo tenant of the service in this folder; null where there is none. */
  demo(): Promise<Context | null>;
  /** Data, to stdout. */
  say(line: string): void;
  /** Whatever else there is to say, to stderr. */
  note(line: string): void;
  /** On a terminal: replaces the last note, so that a state line stays one line. Null elsewhere. */
  redraw: ((line: string) => void) | null;
  /** Asks a person; null where nobody is there to answer. */
  ask: ((question: string, isSecret: boolean) => Promise<string>) | null;
  /** All of stdin. */
  readInput(): Promise<string>;
  /** Opens a page in the browser; false where there is none. */
  openPage(url: string): Promise<boolean>;
  /** Ends with Ctrl-C or SIGTERM. */
  ending: AbortSignal;
};

export type ClientCommand = Command<ClientTools>;

const CONTEXT_OPTION: Option = optional('context', 'the name of a context; the one in use by default');

/** A command that calls the service: it takes --context too. */
export function calling(command: ClientCommand): ClientCommand {
  return { ...command, options: [...command.options, CONTEXT_OPTION] };
}

export async function openClient(
  tools: ClientTools,
  options: { context?: string | undefined },
): Promise<{ trefoil: Trefoil; context: Context }> {
  const { context, from } = await chooseContext(tools.config, options.context, tools.demo);
  if (from.startsWith('demo')) tools.note(`(the ${from}, at ${context.baseUrl})`);
  return { trefoil: new Trefoil(context), context };
}
