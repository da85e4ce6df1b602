export const payment = {
  receipt: {
    add: ['송금 정보 수정', 'Edit details'],
    method: ['보낸 방법', 'Method'],
    methods: {
      'bank-transfer': ['계좌이체', 'Bank transfer'],
      'app-transfer': ['간편송금 앱', 'Payment app'],
      'cash-deposit': ['현금 입금', 'Cash deposit'],
    },
    senderName: ['보낸 사람 이름', 'Name of the sender'],
    senderNameHint: [
      '상대 통장에 찍히는 이름이에요. 이체 확인증 사진도 올릴 수 있어요. 상대와 관리자만 볼 수 있어요.',
      'As the recipient’s bank shows it. You can also add an image of the receipt. Only your counterpart and the admins see both.',
    ],
    from: ['보낸 사람', 'Sent by'],
    image: ['이체 확인증, 크게 보기', 'Receipt, open large view'],
    changed: ['기록된 해시와 내용이 달라요', 'This does not match the recorded hash'],
  },
  steps: {
    overdueMine: [
      '관리자가 매칭을 취소할 수 있어요. 이미 마쳤다면 바로 표시하고, 아직이라면 먼저 채팅으로 상대에게 확인해 주세요.',
      'An admin may cancel the match. If you have done it, mark it now; if not, ask your counterpart in the chat first.',
    ],
    overdueTheirs: [
      '채팅으로 물어보고, 답이 없으면 분쟁을 신청해 주세요.',
      'Ask in the chat, and open a dispute if there is no answer.',
    ],
    'payment-sent': {
      button: ['원화를 보냈어요', 'I have sent the won'],
      done: ['원화를 보냈다고 상대에게 알렸어요', 'Your counterpart knows that you sent the won.'],
    },
    'payment-received': {
      button: ['원화를 받았어요', 'I have received the won'],
      done: ['원화를 받았다고 상대에게 알렸어요', 'Your counterpart knows that you received the won.'],
    },
    'tether-sent': {
      button: ['USDT를 보냈어요', 'I have sent the USDT'],
      done: ['USDT를 보냈다고 상대에게 알렸어요', 'Your counterpart knows that you sent the USDT.'],
    },
    'tether-received': {
      button: ['USDT를 받았어요', 'I have received the USDT'],
      done: ['USDT를 받았다고 상대에게 알렸어요', 'Your counterpart knows that you received the USDT.'],
    },
    undo: ['“{{step}}” 되돌리기', 'Undo “{{step}}”'],
    senderIs: ['판매자에게 보이는 보낸 사람: {{name}}', 'Sender shown to the seller: {{name}}'],
    signature: ['트랜잭션 ID (TxID)', 'Transaction ID (signature)'],
    signatureHint: [
      '보낸 뒤 지갑 앱의 전송 내역에서 복사해 주세요. 서명(signature)이라고도 해요.',
      'After sending, copy it from the transfer in your wallet app. It may be called signature there.',
    ],
    signatureFirst: ['트랜잭션 ID를 먼저 입력해 주세요.', 'Enter the transaction ID first.'],
    receivedTitle: ['{{krw}}원이 입금됐나요?', 'Has the payment of {{krw}} won arrived?'],
    receivedText: ['확인하면 USDT를 보내야 해요.', 'Once you confirm, you have to send the USDT.'],
    undone: ['“{{step}}” 표시를 되돌렸어요', '“{{step}}” was undone.'],
    markedFor: ['“{{step}}” 단계를 표시했어요', '“{{step}}” was marked.'],
    unchecked: {
      buy: [
        '자동으로 확인하지 않아요. 지갑에서 직접 확인해 주세요.',
        'Not checked automatically. Please look in your wallet.',
      ],
      sell: [
        '자동으로 확인하지 않아요. 구매자가 수령을 확인해요.',
        'Not checked automatically. The buyer confirms it.',
      ],
      admin: [
        '자동으로 확인하지 않았어요. Solscan에서 확인해 주세요.',
        'Not checked automatically. Check it on Solscan.',
      ],
    },
    transfer: {
      pending: ['블록체인에서 전송을 확인하고 있어요.', 'The transaction is being checked on Solana.'],
      arrived: [
        '구매자 지갑에 {{amount}} USDT가 들어온 것을 블록체인에서 확인했어요.',
        'Solana confirms that {{amount}} USDT reached the buyer’s wallet.',
      ],
      'too-little': [
        '구매자 지갑에 {{amount}} USDT만 들어왔어요.',
        'Only {{amount}} USDT reached the buyer’s wallet.',
      ],
      elsewhere: [
        '이 전송으로 구매자 지갑에 들어온 USDT가 없어요.',
        'No USDT reached the buyer’s wallet with this transaction.',
      ],
      earlier: ['매칭되기 전의 전송이에요.', 'This transaction was made before the match.'],
      failed: ['블록체인에서 실패한 전송이에요.', 'This transaction failed on Solana.'],
      'not-found': [
        '30분 동안 블록체인에서 이 전송을 찾지 못했어요.',
        'This transaction was not found on Solana within 30 minutes.',
      ],
    },
  },
  payment: {
    title: ['진행 상황', 'Progress'],
    bank: ['받는 계좌', 'Pay to'],
    paidBank: ['받는 계좌', 'Paid to'],
    ownBank: ['입금될 내 계좌', 'Your account'],
    ownWallet: ['USDT가 들어올 내 지갑', 'Your wallet'],
    gotWallet: ['USDT를 받은 지갑', 'Received in wallet'],
    ownAccount: [
      '본인 명의 계좌에서 정확한 금액을 보내 주세요.',
      'Send the exact amount from an account in your own name.',
    ],
    holder: ['예금주 {{name}}', 'Account holder: {{name}}'],
    wallet: ['받는 지갑', 'Send to wallet'],
    sentWallet: ['받는 지갑', 'Sent to wallet'],
    sendWon: ['보낼 원화', 'Won to send'],
    sentWon: ['보낸 원화', 'Won sent'],
    sendUsdt: ['구매자에게 보낼 USDT', 'USDT to the buyer'],
    gotByAdmin: [
      '관리자가 입금을 대신 확인했어요. USDT를 보내기 전에 내 계좌를 확인해 주세요.',
      'An admin confirmed the payment for you. Check your account before you send the USDT.',
    ],
    onlyThis: [
      '구매자에게는 이 수량만 보내 주세요. 수수료는 거래가 완료되면 별도로 내요.',
      'Send the buyer only this amount. The fee is charged separately when the trade completes.',
    ],
    sentUsdt: ['구매자에게 보낸 USDT', 'USDT sent to the buyer'],
    fee: ['수수료 (별도)', 'Fee, charged separately'],
    feeEstimate: ['예상 수수료 (별도)', 'Estimated fee, charged separately'],
    feeTakenBack: ['되돌린 수수료', 'Fee taken back'],
    getWon: ['받을 원화', 'Won to receive'],
    gotWon: ['받은 원화', 'Won received'],
    getUsdt: ['받을 USDT', 'USDT to receive'],
    gotUsdt: ['받은 USDT', 'USDT received'],
    earlier: ['지난 단계', 'Earlier steps'],
    showQr: ['QR 코드 보기', 'Show QR code'],
    hideQr: ['QR 코드 숨기기', 'Hide QR code'],
    qr: ['받는 지갑 주소의 QR 코드', 'QR code of the wallet to send to'],
  },
  next: {
    title: ['다음 단계', 'Next step'],
    pending: [
      '관리자가 확인하고 있어요. 승인되면 목록에 공개돼요.',
      'An admin is reviewing this order. Once approved, it will be listed.',
    ],
    open: [
      '거래 상대를 찾고 있어요. 매칭되면 알려 드려요.',
      'We are looking for a counterpart and will notify you.',
    ],
    cancel: ['취소하려면 1:1 문의로 요청해 주세요.', 'To cancel it, ask in the support chat.'],
    restAfterReversal: [
      '나머지 {{remaining}} USDT의 상대를 찾고 있어요. 매칭되면 알려 드려요.',
      'We are looking for a counterpart for the remaining {{remaining}} USDT and will notify you.',
    ],
    rest: [
      '{{settled}} USDT {판매|구매}를 완료했어요. 나머지 {{remaining}} USDT의 상대를 찾고 있어요.',
      '{{settled}} USDT {sold|bought}. We are looking for a counterpart for the remaining {{remaining}} USDT.',
    ],
    reversed: [
      '이 거래의 기록과 수수료를 되돌렸어요. 아직 돌려주지 않은 원화나 USDT는 상대에게 직접 돌려줘야 해요.',
      'The figures and the fee of this trade were taken back. If you have not returned its won or USDT yet, return them directly to your counterpart.',
    ],
    notReturned: [
      '돌려받지 못했다면 1:1 문의로 알려 주세요.',
      'If it is not returned to you, tell us in the support chat.',
    ],
    ended: ['완료·취소된 매칭 {{matches}}건', '{{matches}} completed or cancelled matches'],
  },
  consent: {
    price: ['제안 가격', 'Proposed price'],
    ownPrice: ['내 주문 가격', 'Your order price'],
    accept: ['동의', 'Accept'],
    acceptAt: ['1 USDT당 {{price}}원에 동의', 'Accept {{price}} won per USDT'],
    decline: ['거절', 'Decline'],
    acceptTitle: ['이 가격에 매칭할까요?', 'Match at this price?'],
    acceptText: [
      '{{amount}} USDT를 1 USDT당 {{price}}원에 매칭해요. 총 {{krw}}원이에요.',
      '{{amount}} USDT at {{price}} won per USDT, {{krw}} won in total.',
    ],
    declineTitle: ['제안을 거절할까요?', 'Decline the proposal?'],
    declineText: [
      '매칭되지 않고, 주문은 원래 가격으로 다시 등록돼요.',
      'There will be no match, and your order stays open at its own price.',
    ],
    accepted: ['제안에 동의했어요', 'Proposal accepted.'],
    declined: ['제안을 거절했어요', 'Proposal declined.'],
    failed: ['답변하지 못했어요. 다시 시도해 주세요.', 'Failed to send your answer. Please try again.'],
    higher: ['내 주문보다 {{amount}}원 높아요', '{{amount}} won above your order'],
    lower: ['내 주문보다 {{amount}}원 낮아요', '{{amount}} won below your order'],
  },
} as const;
