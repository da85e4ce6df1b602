import { passwordField } from '@matgyo/contracts/endpoints/member-fields';
import { describe, expect, it } from 'vitest';
import { passwordFault, passwordLengthMax } from './password-rules.ts';

const contractFault = (password: string) => passwordField.safeParse(password).error?.issues[0]?.message;

describe('a new password', () => {
  it.each(['', 'a1', 'ab12', 'abcde', '12345', 'abc12', '비밀번호1', 'p@ss word 1', '!!!!!'])(
    '%o is judged as the server does',
    (password) => {
      expect(passwordFault(password)).toBe(contractFault(password));
    },
  );

  it('is as long as the server takes and no longer', () => {
    const longest = 'a1'.repeat(passwordLengthMax / 2);
    expect(contractFault(longest)).toBeUndefined();
    expect(contractFault(`${longest}a`)).toBeDefined();
  });
});
