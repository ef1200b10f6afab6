/** The schemas that every contract document has and that no operation declares. */

export const OWN_SCHEMAS = {
  Error: {
    title: "Error",
    description: "The envelope of every 4xx and 5xx.",
    type: "object",
    required: ["error", "requestId"],
    properties: {
      error: {
        type: "object",
        description: "Why the request was refused.",
        required: ["code", "message", "details"],
        properties: {
          code: {
            type: "string",
            description: "What to branch on; `x-errors` explains each.",
            examples: ["insufficient_balance"],
          },
          message: { type: "string", description: "For people; may change at any time." },
          details: {
            type: "object",
            description:
              "What the code is about; `x-errors` names what each code has. An answer that was recorded by an earlier version, and is given again, may have less.",
            required: ["docUrl"],
            additionalProperties: true,
            properties: {
              operation: {
                type: ["string", "null"],
                description: "The operation that was asked for; null where none was found.",
              },
              docUrl: { type: "string", description: "Where the code is explained." },
              itemIndex: { type: "integer", description: "Which item of a batch was refused." },
              issues: {
                type: "array",
                description: "The parts of the request that are wrong; absent for other reasons.",
                items: {
                  type: "object",
                  required: ["code", "message", "path"],
                  properties: {
                    code: { type: "string", description: "What is wrong with the part." },
                    message: { type: "string", description: "For people; may change." },
                    path: {
                      type: "array",
                      description: "Where the part is: names of fields and places in lists.",
                      items: { type: ["string", "integer"] },
                    },
                  },
                },
              },
            },
          },
        },
      },
      requestId: {
        type: "string",
        description: "The call that was refused; of a refusal that is given again, the first call.",
      },
    },
  },
} as const;
