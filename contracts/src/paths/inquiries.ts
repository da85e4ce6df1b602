import { get, patch, post, remove } from './call-path.ts';

export const inquiryPaths = {
  submitInquiry: post('signed-in', '/inquiry'),
  ownInquiries: get('signed-in', '/inquiry/user'),
  activeInquiries: get('admin', '/inquiry/all/active'),
  closedInquiries: get('admin', '/inquiry/all/closed'),
  waitingInquiries: get('admin', '/admin/waiting-inquiries'),
  commentOnInquiry: post('admin', '/inquiry/:id/comment'),
  closeInquiry: patch('admin', '/inquiry/:id/close'),
  deleteInquiry: remove('signed-in', '/inquiry/:id'),
};
