// A masked mobile number, `+*********123`: enough for a consumer to know which phone the text went to.

export function maskNumber(mobileNumber: string): string {
  const digits = mobileNumber.replace(/\D/g, '');
  const shown = digits.length >= 10 ? 3 : 2;
  return `+${'*'.repeat(digits.length - shown)}${digits.slice(-shown)}`;
}
