// A British mobile number as people type it, in the form that the service takes. Null when it cannot be one; the service decides.
export function toInternational(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, '');
  if (/^07\d{9}$/.test(digits)) return `+44${digits.slice(1)}`;
  return /^\+\d{8,15}$/.test(digits) ? digits : null;
}
