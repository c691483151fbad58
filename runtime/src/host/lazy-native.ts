/** Lazily created web objects on Node, where a mere reference to `Request` or `Headers` loads 9 MB of code. */

/**
 * Adds the missing members of a native class to the prototype of our own class. They come from the native object of each
 * instance. Instances are `instanceof` the native class, and the platform accepts them. `nativeOf` returns undefined for
 * other values.
 */
export function inheritLate(
  own: object,
  nativeClass: () => { readonly prototype: object },
  nativeOf: (instance: unknown) => object | undefined,
): void {
  const late = new Proxy(
    {},
    {
      getPrototypeOf: () => nativeClass().prototype,
      has: (_, key) => key in nativeClass().prototype,
      get(_, key, instance) {
        const native = nativeOf(instance) ?? nativeClass().prototype
        const value: unknown = Reflect.get(native, key, native)
        return typeof value === 'function' ? value.bind(native) : value
      },
    },
  )
  Object.setPrototypeOf(own, late)
}
