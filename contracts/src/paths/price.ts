import { get, post } from './call-path.ts';

export const pricePaths = {
  currentPrice: get('anyone', '/tetherprice/get-tether-price'),
  setPrice: post('admin', '/tetherprice/update-tether-price'),
  priceHistory: get('anyone', '/tetherprice/history'),
  priceLog: get('admin', '/admin/prices'),
};
