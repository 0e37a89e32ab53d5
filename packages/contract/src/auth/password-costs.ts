/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. A hash's string holds its parameters. */
export const argon2Costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
