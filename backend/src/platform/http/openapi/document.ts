import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import { apiPrefix } from '../mount.ts';
import { componentExamples, componentResponses } from './error-responses.ts';
import { componentSchemas } from './json-schema.ts';
import { operationOf, tagOf, templateOf } from './operation.ts';

/** All endpoints with their aliases as OpenAPI 3.1. */
export function openApiDocument(endpoints: readonly Endpoint[], sessionCookie: string) {
  const spellings = endpoints.flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({ path, endpoint })),
  );
  const byTemplate = Map.groupBy(spellings, ({ path }) => templateOf(path));
  const paths = Object.fromEntries(
    [...byTemplate].map(([template, calls]) => [
      template,
      Object.fromEntries(
        calls.map(({ path, endpoint }) => [endpoint.method.toLowerCase(), operationOf(endpoint, path)]),
      ),
    ]),
  );
  const tags = [...new Set(spellings.map(({ path }) => tagOf(path)))];
  return {
    openapi: '3.1.0',
    info: { title: '맞교환 Matgyo API', version: '1', description },
    servers: [{ url: apiPrefix }],
    tags: tags.map((name) => ({ name, description: tagDescriptions.get(name) ?? name })),
    paths,
    components: {
      schemas: componentSchemas(),
      responses: componentResponses(),
      examples: componentExamples(),
      parameters,
      headers,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
    },
  };
}

const description = `USDT(솔라나)와 원화를 회원끼리 맞교환하는 원장의 API예요.
오류의 \`error\`는 요청한 언어(\`storedLanguage\`, 없으면 Accept-Language, 없으면 한국어)의 문장, \`message\`는 같은 뜻의 영어 문장, \`code\`는 바뀌지 않는 값이에요.
금액은 소수 문자열로 답하고, 보낼 때는 숫자도 받아요. 목록은 \`limit\`(최대 100)과 \`cursor\`로 이어서 읽어요.

The API of a ledger on which members exchange USDT (Solana) and Korean won with each other.
Of an error, \`error\` is a sentence in the requested language (\`storedLanguage\`, else Accept-Language, else Korean), \`message\` the same in English, and \`code\` a stable value for programs.
Amounts are returned as decimal strings; numbers are accepted too. Lists are paged by \`limit\` (at most 100) and \`cursor\`.`;

const tagDescriptions: ReadonlyMap<string, string> = new Map([
  ['user', '회원과 로그인 / Members and sessions'],
  ['upload', '사진 / Images'],
  ['sell', '판매 주문과 매칭 / Sell orders and matches'],
  ['buy', '구매 주문 / Buy orders'],
  ['trades', '매칭 / Matches'],
  ['orders', '주문 이력 / Order history'],
  ['tetherprice', '가격 / The price'],
  ['fees', '수수료 보고서 / Fee reports'],
  ['journal', '장부 / The journal'],
  ['inquiry', '문의 / Inquiries'],
  ['chat', '채팅 / Chats'],
  ['notification', '알림 / Notifications'],
  ['config', '공개 설정 / Public settings'],
  ['health', '상태 / Health'],
  ['openapi.json', '이 문서 / This document'],
]);

const header = (text: string, schema: object = { type: 'string' }) => ({ description: text, schema });

const parameters = Object.fromEntries(
  Object.entries({
    'Idempotency-Key': header(
      '같은 키로 다시 보내면 한 번만 실행돼요 / Sent again with the same key, the call is carried out once. Kept for 24 hours.',
      {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
      },
    ),
    'If-Match': header('화면에서 본 주문의 revision / The revision of the order that was seen, like "7".', {
      type: 'string',
      pattern: '^(\\*|(W/)?"?\\d{1,9}"?)$',
    }),
    'Challenge-Solution': header(
      'CHALLENGE_REQUIRED의 `details.challenge`를 푼 답, base64url JSON `{challenge, solution: {counter, derivedKey}}` / The solved `details.challenge` of CHALLENGE_REQUIRED, as JSON in base64url. Accepted once.',
      { type: 'string', maxLength: 2000 },
    ),
    'If-None-Match': header('지난 답의 ETag / The ETag of an earlier answer: 304 if nothing has changed.'),
  }).map(([name, described]) => [name, { name, in: 'header', required: false, ...described }]),
);

const headers = {
  'X-Request-Id': header('요청 번호 / The number of this request, as in the log and in errors'),
  'Ledger-Event': header('기록된 마지막 이벤트 / The id of the last event this call appended'),
  'Ledger-Visible': header('false: 목록에는 곧 나타나요 / `false`: lists will show it in a moment'),
  ETag: header('내용의 표식 / A mark of the content, for If-None-Match'),
  'Retry-After': header('이만큼 초 뒤에 다시 / Seconds after which to try again'),
};
