export default { agentModule: './src/bots/desk.ts' }
