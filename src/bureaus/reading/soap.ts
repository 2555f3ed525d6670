// SOAP 1.1 as far as two bureaus speak it: an envelope out, a body or a fault back. A fault may come under any HTTP status, 200
// included. Each bureau maps faults to outcomes itself; what the fault says never leaves this room.
import { type Call, CallFailed } from '../bureau.ts';
import { at, wireText } from './wire-values.ts';
import { readXml, type XmlTree } from './xml.ts';
import { toXml, type XmlToWrite } from './xml-writer.ts';

const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';

export type SoapFault = {
  /** The bureau says that the request was at fault, not the bureau. */
  isOurs: boolean;
  words: string;
  detail: unknown;
};

export function toEnvelope(
  header: { [name: string]: XmlToWrite },
  body: { [name: string]: XmlToWrite },
): string {
  return toXml({
    'soap:Envelope': { '@xmlns:soap': SOAP_NAMESPACE, 'soap:Header': header, 'soap:Body': body },
  });
}

/** Posts the envelope and returns the one of the reply; throws CallFailed for a fault or anything else that is not an answer. */
export async function askSoap(needs: {
  call: Call;
  url: string;
  action: string;
  envelope: string;
  arrays: ReadonlySet<string>;
  outcomeOf: (fault: SoapFault) => CallFailed['outcome'];
}): Promise<XmlTree> {
  const { status, text } = await needs.call({
    url: needs.url,
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${needs.action}"` },
    body: needs.envelope,
  });
  const isFine = status >= 200 && status < 300;
  const tree = await readXml(text, { arrays: needs.arrays }).catch((error: unknown) => {
    throw isFine ? error : new CallFailed(outcomeOfStatus(status), 'an HTTP error', true);
  });
  const fault = readFault(tree);
  if (fault !== undefined) throw new CallFailed(needs.outcomeOf(fault), 'a SOAP fault', true);
  if (!isFine) throw new CallFailed(outcomeOfStatus(status), 'an HTTP error', true);
  if (at(tree, 'Envelope', 'Body') === undefined) {
    throw new CallFailed('unavailable', 'the reply is no SOAP envelope', true);
  }
  return tree;
}

export function outcomeOfStatus(status: number): CallFailed['outcome'] {
  if (status === 401 || status === 403) return 'rejected-credentials';
  const isRequestAtFault = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isRequestAtFault ? 'rejected-request' : 'unavailable';
}

/** For bureaus that publish no list of fault codes: the words in which services reject credentials. */
export function saysWhoAreYou(words: string): boolean {
  return /\b(log[io]n|log ?on|passwords?|user ?names?|authenticat\w*|unauthori[sz]ed|not authori[sz]ed|credentials?)\b/i.test(
    words,
  );
}

/** In SOAP 1.1's elements, and in those of 1.2 in case a gateway in between speaks it. */
function readFault(tree: XmlTree): SoapFault | undefined {
  const fault = at(tree, 'Envelope', 'Body', 'Fault');
  if (fault === undefined) return undefined;
  const code = wireText(at(fault, 'faultcode')) ?? wireText(at(fault, 'Code', 'Value')) ?? '';
  const words = [
    at(fault, 'faultstring'),
    at(fault, 'Reason', 'Text'),
    at(fault, 'Code', 'Subcode', 'Value'),
  ];
  return {
    isOurs: /(^|[.:])(client|sender)\b/i.test(code),
    words: words.map((value) => wireText(value) ?? '').join(' '),
    detail: at(fault, 'detail') ?? at(fault, 'Detail'),
  };
}

/** A simulator's own fault. */
export function toFault(
  code: 'Client' | 'Server',
  words: string,
  detail?: { [name: string]: XmlToWrite },
): string {
  const fault = { faultcode: `soap:${code}`, faultstring: words, detail };
  return toEnvelope({}, { 'soap:Fault': fault });
}
