declare module '@babel/preset-typescript' {
  const preset: import('@babel/core').PluginTarget
  export default preset
}

declare module 'babel-preset-solid' {
  const preset: import('@babel/core').PluginTarget
  export default preset
}
