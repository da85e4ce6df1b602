import { describe, expect, it } from 'vitest';
import { piecesOf } from './links.ts';

const links = (message: string): readonly string[] => piecesOf(message).flatMap(({ href }) => href ?? []);

describe('addresses in a message', () => {
  it('are found between words, without what ends the sentence', () => {
    expect(piecesOf('영수증은 https://solscan.io/tx/5x?a=1&b=2. 확인해 주세요')).toEqual([
      { text: '영수증은 ' },
      { text: 'https://solscan.io/tx/5x?a=1&b=2', href: 'https://solscan.io/tx/5x?a=1&b=2' },
      { text: '. 확인해 주세요' },
    ]);
    expect(links('(http://localhost:4000/a) HTTPS://Solscan.io/b, https://a.kr:443/')).toEqual([
      'http://localhost:4000/a',
      'HTTPS://Solscan.io/b',
      'https://a.kr:443/',
    ]);
  });

  it('keep every character of any message', () => {
    for (const message of [
      '',
      'a',
      'https://',
      'x https://b@c.kr y https://d.kr.',
      'https://a.kr\nhttps://b.kr',
    ])
      expect(
        piecesOf(message)
          .map(({ text }) => text)
          .join(''),
      ).toBe(message);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,hi',
    'https://bank.com@evil.kr/pay',
    'https://user:secret@evil.kr',
    'https://аpple.com/login',
    'https://xn--pple-43d.com',
    'https://evil.kr\u202egnp.exe@x',
    'ftp://a.kr/file',
    'www.a.kr',
    'https://[',
  ])('%j is not a link: it leads nowhere, or elsewhere than it seems', (message) => {
    expect(links(message).filter((href) => href !== 'https://evil.kr')).toEqual([]);
  });
});
