import { stub as _$stub } from '@fw/runtime/compiled'
import * as _$codecs from "fw:codecs/shop"
export const search = /*#__PURE__*/ _$stub("api.shop.search", _$codecs.search)
export const refund = /*#__PURE__*/ _$stub("api.shop.refund")
export const latest = /*#__PURE__*/ _$stub("api.shop.latest", _$codecs.latest)
