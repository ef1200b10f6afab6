/**
 * Generated from the contract by `npm run golden`: what the pages call, and what is answered.
 */
export interface paths {
    "/accounts/{accountId}": {
        parameters: {
        };
        get: operations["account.retrieve"];
    };
    "/accounts/{accountId}/balance": {
        parameters: {
        };
        get: operations["account.balance.retrieve"];
    };
    "/agent-approvals": {
        parameters: {
        };
        get: operations["agent_approval.list"];
    };
    "/agent-approvals/{agentApprovalId}": {
        parameters: {
        };
        get: operations["agent_approval.retrieve"];
    };
    "/agent-approvals/{agentApprovalId}/approve": {
        parameters: {
        };
        post: operations["agent_approval.approve"];
    };
    "/agent-approvals/{agentApprovalId}/deny": {
        parameters: {
        };
        post: operations["agent_approval.deny"];
    };
    "/agent-grants": {
        parameters: {
        };
        get: operations["agent_grant.list"];
    };
    "/agent-grants/{agentGrantId}": {
        parameters: {
        };
        get: operations["agent_grant.retrieve"];
        patch: operations["agent_grant.update"];
    };
    "/agent-grants/{agentGrantId}/revoke": {
        parameters: {
        };
        post: operations["agent_grant.revoke"];
    };
    "/agent-members": {
        parameters: {
        };
        get: operations["agent_member.list"];
    };
    "/agent-members/{agentMemberId}": {
        parameters: {
        };
        get: operations["agent_member.retrieve"];
        patch: operations["agent_member.update"];
    };
    "/agent-members/{agentMemberId}/revoke": {
        parameters: {
        };
        post: operations["agent_member.revoke"];
    };
    "/api-keys/current": {
        parameters: {
        };
        get: operations["api_key.current.retrieve"];
    };
    "/auth/challenge": {
        parameters: {
        };
        post: operations["auth.challenge.create"];
    };
    "/auth/login": {
        parameters: {
        };
        post: operations["user.login"];
    };
    "/auth/login/{loginId}/code": {
        parameters: {
        };
        post: operations["user.login.code.verify"];
    };
    "/auth/login/{loginId}/mfa": {
        parameters: {
        };
        post: operations["user.login.mfa.verify"];
    };
    "/auth/password-reset": {
        parameters: {
        };
        post: operations["user.password.reset.request"];
    };
    "/auth/password-reset/{resetId}": {
        parameters: {
        };
        post: operations["user.password.reset.confirm"];
    };
    "/auth/signup": {
        parameters: {
        };
        post: operations["user.signup"];
    };
    "/auth/signup/{signupId}/verify": {
        parameters: {
        };
        post: operations["user.signup.verify"];
    };
    "/beneficiaries/{beneficiaryId}": {
        parameters: {
        };
        get: operations["beneficiary.retrieve"];
    };
    "/blueprints": {
        parameters: {
        };
        get: operations["blueprint.list"];
    };
    "/builds": {
        parameters: {
        };
        get: operations["build.list"];
    };
    "/catalog/account-roles": {
        parameters: {
        };
        get: operations["catalog.account_role.list"];
    };
    "/catalog/capabilities": {
        parameters: {
        };
        get: operations["catalog.capability.list"];
    };
    "/catalog/countries": {
        parameters: {
        };
        get: operations["catalog.country.list"];
    };
    "/catalog/currencies": {
        parameters: {
        };
        get: operations["catalog.currency.list"];
    };
    "/catalog/errors": {
        parameters: {
        };
        get: operations["catalog.error.list"];
    };
    "/catalog/errors/{code}": {
        parameters: {
        };
        get: operations["catalog.error.retrieve"];
    };
    "/catalog/event-types": {
        parameters: {
        };
        get: operations["catalog.event_type.list"];
    };
    "/catalog/event-types/{eventType}": {
        parameters: {
        };
        get: operations["catalog.event_type.retrieve"];
    };
    "/catalog/kyc-tiers": {
        parameters: {
        };
        get: operations["catalog.kyc_tier.list"];
    };
    "/catalog/operations": {
        parameters: {
        };
        get: operations["catalog.operation.list"];
    };
    "/catalog/providers": {
        parameters: {
        };
        get: operations["catalog.provider.list"];
    };
    "/catalog/scopes": {
        parameters: {
        };
        get: operations["catalog.scope.list"];
    };
    "/collections/{collectionId}": {
        parameters: {
        };
        get: operations["collection.retrieve"];
    };
    "/consents/{consentId}": {
        parameters: {
        };
        get: operations["consent.retrieve"];
    };
    "/customer-accesses/{customerAccessId}": {
        parameters: {
        };
        get: operations["customer_access.retrieve"];
    };
    "/customers/{customerId}": {
        parameters: {
        };
        get: operations["customer.retrieve"];
    };
    "/decisions/{decisionId}": {
        parameters: {
        };
        get: operations["decision.retrieve"];
    };
    "/entities/{entityId}": {
        parameters: {
        };
        get: operations["entity.retrieve"];
    };
    "/financial-addresses/{financialAddressId}": {
        parameters: {
        };
        get: operations["financial_address.retrieve"];
    };
    "/oauth/device/{userCode}/approve": {
        parameters: {
        };
        post: operations["device_authorization.approve"];
    };
    "/oauth/device/{userCode}/deny": {
        parameters: {
        };
        post: operations["device_authorization.deny"];
    };
    "/operations/{operationId}": {
        parameters: {
        };
        get: operations["operation.retrieve"];
    };
    "/payouts/{payoutId}": {
        parameters: {
        };
        get: operations["payout.retrieve"];
    };
    "/personal-access-tokens": {
        parameters: {
        };
        get: operations["personal_access_token.list"];
        post: operations["personal_access_token.create"];
    };
    "/personal-access-tokens/{personalAccessTokenId}": {
        parameters: {
        };
        get: operations["personal_access_token.retrieve"];
    };
    "/personal-access-tokens/{personalAccessTokenId}/revoke": {
        parameters: {
        };
        post: operations["personal_access_token.revoke"];
    };
    "/products": {
        parameters: {
        };
        get: operations["product.list"];
        post: operations["product.create"];
    };
    "/products/{productId}": {
        parameters: {
        };
        get: operations["product.retrieve"];
        patch: operations["product.update"];
    };
    "/products/{productId}/activation": {
        parameters: {
        };
        get: operations["product.activation.retrieve"];
        post: operations["product.activation.request"];
    };
    "/products/{productId}/activation/cancel": {
        parameters: {
        };
        post: operations["product.activation.cancel"];
    };
    "/products/{productId}/api-keys": {
        parameters: {
        };
        get: operations["api_key.list"];
    };
    "/products/{productId}/api-keys/live": {
        parameters: {
        };
        post: operations["api_key.live.create"];
    };
    "/products/{productId}/api-keys/sandbox": {
        parameters: {
        };
        post: operations["api_key.sandbox.create"];
    };
    "/products/{productId}/api-keys/{apiKeyId}": {
        parameters: {
        };
        get: operations["api_key.retrieve"];
        patch: operations["api_key.update"];
    };
    "/products/{productId}/api-keys/{apiKeyId}/revoke": {
        parameters: {
        };
        post: operations["api_key.revoke"];
    };
    "/products/{productId}/api-keys/{apiKeyId}/roll": {
        parameters: {
        };
        post: operations["api_key.roll"];
    };
    "/products/{productId}/builds": {
        parameters: {
        };
        get: operations["product.build.list"];
        post: operations["product.build.apply"];
    };
    "/products/{productId}/clock-runs": {
        parameters: {
        };
        get: operations["product.clock_run.list"];
    };
    "/products/{productId}/clock-runs/{clockRunId}": {
        parameters: {
        };
        get: operations["product.clock_run.retrieve"];
    };
    "/products/{productId}/close": {
        parameters: {
        };
        post: operations["product.close"];
    };
    "/products/{productId}/disable": {
        parameters: {
        };
        post: operations["product.disable"];
    };
    "/products/{productId}/enable": {
        parameters: {
        };
        post: operations["product.enable"];
    };
    "/products/{productId}/fees": {
        parameters: {
        };
        get: operations["product.fee.list"];
    };
    "/products/{productId}/limits": {
        parameters: {
        };
        get: operations["product.limit.list"];
    };
    "/products/{productId}/margin": {
        parameters: {
        };
        get: operations["product.margin.retrieve"];
    };
    "/products/{productId}/nouns": {
        parameters: {
        };
        get: operations["product.noun.list"];
    };
    "/products/{productId}/nouns/{kind}": {
        parameters: {
        };
        get: operations["product.noun.retrieve"];
    };
    "/products/{productId}/nouns/{kind}/retire": {
        parameters: {
        };
        post: operations["product.noun.retire"];
    };
    "/products/{productId}/objects/{kind}/{objectId}": {
        parameters: {
        };
        get: operations["object.retrieve"];
    };
    "/products/{productId}/objects/{kind}/{objectId}/actions/{action}/preview": {
        parameters: {
        };
        post: operations["object.action.preview"];
    };
    "/products/{productId}/ports": {
        parameters: {
        };
        get: operations["product.port.list"];
    };
    "/products/{productId}/schedules": {
        parameters: {
        };
        get: operations["product.schedule.list"];
    };
    "/products/{productId}/schedules/{scheduleId}": {
        parameters: {
        };
        get: operations["product.schedule.retrieve"];
    };
    "/products/{productId}/stats": {
        parameters: {
        };
        get: operations["product.stats.list"];
    };
    "/received-credits": {
        parameters: {
        };
        get: operations["received_credit.list"];
    };
    "/received-credits/{receivedCreditId}": {
        parameters: {
        };
        get: operations["received_credit.retrieve"];
    };
    "/received-credits/{receivedCreditId}/assign": {
        parameters: {
        };
        post: operations["received_credit.assign"];
    };
    "/received-credits/{receivedCreditId}/return": {
        parameters: {
        };
        post: operations["received_credit.return"];
    };
    "/sessions": {
        parameters: {
        };
        get: operations["session.list"];
    };
    "/sessions/current": {
        parameters: {
        };
        get: operations["session.current.retrieve"];
    };
    "/sessions/current/logout": {
        parameters: {
        };
        post: operations["session.logout"];
    };
    "/sessions/{sessionId}": {
        parameters: {
        };
        get: operations["session.retrieve"];
    };
    "/sessions/{sessionId}/revoke": {
        parameters: {
        };
        post: operations["session.revoke"];
    };
    "/tenant": {
        parameters: {
        };
        get: operations["tenant.current.retrieve"];
        patch: operations["tenant.current.update"];
    };
    "/tenant/audit-events": {
        parameters: {
        };
        get: operations["tenant.audit_event.list"];
    };
    "/tenant/audit-events/{auditEventId}": {
        parameters: {
        };
        get: operations["tenant.audit_event.retrieve"];
    };
    "/tenant/invitations": {
        parameters: {
        };
        get: operations["tenant.invitation.list"];
        post: operations["tenant.invitation.create"];
    };
    "/tenant/invitations/accept": {
        parameters: {
        };
        post: operations["tenant.invitation.accept"];
    };
    "/tenant/invitations/{invitationId}/revoke": {
        parameters: {
        };
        post: operations["tenant.invitation.revoke"];
    };
    "/tenant/limits": {
        parameters: {
        };
        get: operations["tenant.limit.retrieve"];
    };
    "/tenant/members": {
        parameters: {
        };
        get: operations["tenant.member.list"];
    };
    "/tenant/members/{memberId}": {
        parameters: {
        };
        get: operations["tenant.member.retrieve"];
        patch: operations["tenant.member.update"];
    };
    "/tenant/members/{memberId}/api-keys/revoke": {
        parameters: {
        };
        post: operations["tenant.member.api_key.revoke"];
    };
    "/tenant/members/{memberId}/remove": {
        parameters: {
        };
        post: operations["tenant.member.remove"];
    };
    "/tenant/roles": {
        parameters: {
        };
        get: operations["tenant.role.list"];
    };
    "/tenant/security": {
        parameters: {
        };
        get: operations["tenant.security.retrieve"];
        put: operations["tenant.security.configure"];
    };
    "/tenant/statements": {
        parameters: {
        };
        get: operations["tenant.statement.list"];
    };
    "/tenant/statements/{month}": {
        parameters: {
        };
        get: operations["tenant.statement.retrieve"];
    };
    "/transfer-holds/{transferHoldId}": {
        parameters: {
        };
        get: operations["transfer_hold.retrieve"];
    };
    "/transfers/{transferId}": {
        parameters: {
        };
        get: operations["transfer.retrieve"];
    };
    "/users/me": {
        parameters: {
        };
        get: operations["user.current.retrieve"];
        patch: operations["user.current.update"];
    };
    "/users/me/mfa": {
        parameters: {
        };
        get: operations["user.mfa.retrieve"];
    };
    "/users/me/mfa/totp/disable": {
        parameters: {
        };
        post: operations["user.mfa.totp.disable"];
    };
    "/users/me/mfa/totp/enrollment": {
        parameters: {
        };
        post: operations["user.mfa.totp.enrollment.begin"];
    };
    "/users/me/mfa/totp/enrollment/confirm": {
        parameters: {
        };
        post: operations["user.mfa.totp.enrollment.confirm"];
    };
    "/users/me/password": {
        parameters: {
        };
        post: operations["user.password.change"];
    };
    "/webhook-endpoints": {
        parameters: {
        };
        get: operations["webhook_endpoint.list"];
    };
    "/webhook-endpoints/{webhookEndpointId}/recover": {
        parameters: {
        };
        post: operations["webhook_endpoint.recover"];
    };
    "/webhook-endpoints/{webhookEndpointId}/stats": {
        parameters: {
        };
        get: operations["webhook_endpoint.stats.retrieve"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        AccessStatus: "pending_compliance" | "pending" | "rejected" | "active" | "suspended" | "revoked";
        Account: {
            accountId: components["schemas"]["acct_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            role: components["schemas"]["AccountRole"];
            currency: components["schemas"]["Currency"];
            owner: components["schemas"]["AccountOwner"];
            name?: string;
            status: components["schemas"]["AccountStatus"];
            freezes: components["schemas"]["AccountFreeze"][];
            ledger: components["schemas"]["AccountLedger"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
            externalId?: components["schemas"]["ExternalId"];
            actor: components["schemas"]["Actor"];
            statusTransitions: components["schemas"]["StatusTransitions"];
        };
        AccountBalance: {
            accountId: components["schemas"]["acct_id"];
            available: components["schemas"]["BalanceAmount"];
            currency: components["schemas"]["Currency"];
            posted: components["schemas"]["BalanceAmount"];
            held: components["schemas"]["BalanceAmount"];
            asOf: components["schemas"]["Timestamp"];
        };
        AccountFreeze: {
            freezeId: components["schemas"]["frz_id"];
            plane: components["schemas"]["FreezePlane"];
            mode: components["schemas"]["FreezeMode"];
            reason: string;
            since: components["schemas"]["Timestamp"];
        };
        AccountLedger: {
            provisioned: boolean;
        };
        AccountOwner: {
            /** @enum {string} */
            type: "customer" | "product" | "tenant" | "object" | "platform";
            id: string;
        };
        /** @enum {string} */
        AccountRole: "customer_balance" | "customer_savings" | "customer_credit" | "product_operating" | "product_revenue" | "product_reserve" | "object_balance" | "suspense" | "product_suspense" | "product_losses";
        AccountRoleEntry: {
            role: components["schemas"]["AccountRole"];
            ownerTypes: string[];
            /** @enum {string} */
            kycTier: "tier_0" | "tier_1" | "tier_2" | "tier_3";
            financialAddressable: boolean;
            fundable: boolean;
        };
        AccountRoleEntryList: {
            items: components["schemas"]["AccountRoleEntry"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        /** @enum {string} */
        AccountStatus: "open" | "frozen" | "closed";
        ActionInput: {
            [key: string]: unknown;
        };
        ActionPreview: {
            object: components["schemas"]["Object"];
            outcome: components["schemas"]["PlannedOutcome"];
        };
        ActionTrial: {
            input?: components["schemas"]["ActionInput"];
            onBehalfOf?: components["schemas"]["cust_id"];
            expectedRevision?: number;
        };
        Activation: {
            productId: components["schemas"]["prod_id"];
            /** @enum {string} */
            status: "not_requested" | "requested" | "active" | "rejected" | "suspended";
            requirements: components["schemas"]["ActivationRequirement"][];
            capabilities: string[];
            fees: components["schemas"]["Fee"][];
            usageRates: components["schemas"]["UsageRate"][];
            requestedAt?: components["schemas"]["Timestamp"];
            decidedAt?: components["schemas"]["Timestamp"];
            reason?: string;
        };
        ActivationRequest: {
            expectedPricing: components["schemas"]["ExpectedPricing"];
            capabilities: ("ledger" | "customers" | "kyc" | "transfers" | "holds" | "payouts" | "collections" | "decisions" | "objects")[];
        };
        ActivationRequirement: {
            code: string;
            /** @enum {string} */
            status: "met" | "pending" | "failed";
            action: string;
        };
        Actor: {
            /** @enum {string} */
            type: "product_key" | "operator" | "customer" | "agent" | "clock" | "provider" | "platform" | "user";
            id: string;
        };
        AgentApproval: {
            agentApprovalId: components["schemas"]["apr_id"];
            agentMemberId: components["schemas"]["agt_id"];
            agentName?: string;
            agentGrantId: components["schemas"]["grant_id"];
            delegatorUserId: components["schemas"]["usr_id"];
            operation: string;
            summary: string;
            isWrite: boolean;
            permission: string;
            environment: components["schemas"]["Environment"];
            arguments: components["schemas"]["ApprovalArguments"];
            hiddenValues?: components["schemas"]["ApprovalHiddenValue"][];
            personalArguments?: components["schemas"]["ApprovalPersonalArguments"];
            argumentsDigest: string;
            productId?: components["schemas"]["prod_id"];
            productName?: string;
            buildDigest?: string;
            revisions: components["schemas"]["ApprovedRevision"][];
            idempotencyKey: string;
            /** @enum {string} */
            status: "pending" | "approved" | "consumed" | "denied" | "expired";
            /** @enum {string} */
            endedBecause?: "time" | "changed" | "grant_ended";
            approvalUrl: string;
            ipAddress?: string;
            userAgent?: string;
            requestedAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            decidedBy?: components["schemas"]["usr_id"];
            decidedAt?: components["schemas"]["Timestamp"];
            reason?: string;
            consumedAt?: components["schemas"]["Timestamp"];
            consumedOperationId?: components["schemas"]["op_id"];
        };
        AgentApprovalList: {
            items: components["schemas"]["AgentApproval"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        AgentApproving: {
            password: string;
        };
        AgentDenial: {
            reason?: string;
        };
        AgentGrant: {
            agentGrantId: components["schemas"]["grant_id"];
            agentMemberId: components["schemas"]["agt_id"];
            delegatorUserId: components["schemas"]["usr_id"];
            clientId: string;
            audience: string;
            scopes: string[];
            productIds: components["schemas"]["prod_id"][];
            buildIds: components["schemas"]["bld_id"][];
            blueprintIds?: components["schemas"]["bp_id"][];
            /** @enum {string} */
            toolForm: "full" | "compact";
            /** @enum {string} */
            status: "active" | "revoked" | "expired";
            expiresAt: components["schemas"]["Timestamp"];
            idleExpiresAt?: components["schemas"]["Timestamp"];
            lastUsedAt?: components["schemas"]["Timestamp"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            revokedAt?: components["schemas"]["Timestamp"];
        };
        AgentGrantChange: {
            scopes?: string[];
            productIds?: components["schemas"]["prod_id"][];
            buildIds?: components["schemas"]["bld_id"][];
            blueprintIds?: components["schemas"]["bp_id"][];
            expectedRevision?: number;
        };
        AgentGrantList: {
            items: components["schemas"]["AgentGrant"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        AgentMember: {
            agentMemberId: components["schemas"]["agt_id"];
            companyId: components["schemas"]["ten_id"];
            name: string;
            companyWide: boolean;
            /** @enum {string} */
            status: "active" | "revoked";
            products: components["schemas"]["prod_id"][];
            createdByUserId: components["schemas"]["usr_id"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            revokedAt?: components["schemas"]["Timestamp"];
        };
        AgentMemberChange: {
            name?: string;
            companyWide?: boolean;
            expectedRevision?: number;
        };
        AgentMemberList: {
            items: components["schemas"]["AgentMember"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        Amount: string;
        ApiKey: {
            apiKeyId: components["schemas"]["key_id"];
            tenantId: components["schemas"]["ten_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            name: string;
            prefix: string;
            scopes: string[];
            operationIds: string[];
            /** @enum {string} */
            status: "active" | "rolling" | "revoked" | "expired";
            /** @enum {string} */
            origin: "browser" | "cli" | "agent";
            allowedCidrs?: string[];
            mcp?: boolean;
            boundGrantId?: string;
            createdByUserId?: components["schemas"]["usr_id"];
            createdAt: components["schemas"]["Timestamp"];
            expiresAt?: components["schemas"]["Timestamp"];
            endsAt?: components["schemas"]["Timestamp"];
            replacedBy?: components["schemas"]["key_id"];
            revokedAt?: components["schemas"]["Timestamp"];
            lastUsedAt?: components["schemas"]["Timestamp"];
            lastUsedIp?: string;
            revision?: number;
            createdByMember?: components["schemas"]["ApiKeyMaker"];
        };
        ApiKeyChange: {
            name?: string;
            allowedCidrs?: string[];
            expectedRevision?: number;
        };
        ApiKeyDraft: {
            name: string;
            scopes: string[];
            expiresAt?: components["schemas"]["Timestamp"];
            allowedCidrs?: string[];
        };
        ApiKeyList: {
            items: components["schemas"]["ApiKey"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        ApiKeyMaker: {
            memberId: components["schemas"]["mem_id"];
            /** @enum {string} */
            status: "active" | "removed";
        };
        ApiKeyRoll: {
            /** @default 0 */
            overlapSeconds?: number;
        };
        ApprovalArguments: {
            [key: string]: unknown;
        };
        ApprovalHiddenValue: {
            path: string[];
            /** @enum {string} */
            why: "personal" | "secret";
        };
        ApprovalPersonalArguments: {
            [key: string]: unknown;
        };
        ApprovedRevision: {
            type: string;
            id: string;
            revision: number;
        };
        AssessedFee: {
            productId: components["schemas"]["prod_id"];
            month: string;
            code: string;
            amount: components["schemas"]["Price"];
            count: number;
            total: components["schemas"]["BalanceAmount"];
            currency: components["schemas"]["Currency"];
            evidence: components["schemas"]["MonthEvidence"];
            createdAt: components["schemas"]["Timestamp"];
        };
        AssessedFeeList: {
            items: components["schemas"]["AssessedFee"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        AuditEvent: {
            auditEventId: components["schemas"]["aud_id"];
            actor: {
                /** @enum {string} */
                type: "product_key" | "operator" | "customer" | "agent" | "clock" | "provider" | "platform" | "user";
                id: string;
            };
            operation: string;
            resource: {
                type: string;
                id: string;
            };
            before?: {
                [key: string]: unknown;
            };
            after?: {
                [key: string]: unknown;
            };
            ipAddress?: string;
            userAgent?: string;
            requestId: string;
            createdAt: components["schemas"]["Timestamp"];
        };
        AuditEventList: {
            items: components["schemas"]["AuditEvent"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        BalanceAmount: string;
        BegunSession: {
            sessionId: components["schemas"]["ses_id"];
            userId: components["schemas"]["usr_id"];
            tenantId?: components["schemas"]["ten_id"];
            /** @enum {string} */
            kind: "browser" | "cli" | "agent";
            mfa: boolean;
            ipAddress: string;
            userAgent: string;
            /** @enum {string} */
            status: "active" | "revoked" | "expired";
            createdAt: components["schemas"]["Timestamp"];
            lastUsedAt?: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            revokedAt?: components["schemas"]["Timestamp"];
            clientId?: string;
            scopes?: string[];
            idleExpiresAt?: components["schemas"]["Timestamp"];
            agentGrantId?: components["schemas"]["grant_id"];
            sessionToken?: string;
        };
        Beneficiary: {
            beneficiaryId: components["schemas"]["ben_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            reserved: boolean;
            ownerType: components["schemas"]["BeneficiaryOwnerType"];
            ownerId?: components["schemas"]["cust_id"];
            name: string;
            nickname?: string;
            rail: components["schemas"]["BeneficiaryRail"];
            destination: components["schemas"]["BeneficiaryDestination"];
            verification: components["schemas"]["BeneficiaryVerification"];
            status: components["schemas"]["BeneficiaryStatus"];
            erasedAt?: components["schemas"]["Timestamp"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
            externalId?: components["schemas"]["ExternalId"];
            actor: components["schemas"]["Actor"];
        };
        BeneficiaryDestination: {
            iban?: string;
            bic?: string;
            routingNumber?: string;
            sortCode?: string;
            accountNumber?: string;
            accountType?: components["schemas"]["UsAccountType"];
            accountId?: components["schemas"]["acct_id"];
        };
        /** @enum {string} */
        BeneficiaryOwnerType: "customer" | "third_party" | "tenant";
        /** @enum {string} */
        BeneficiaryRail: "sepa" | "ach" | "fps" | "wire" | "book";
        /** @enum {string} */
        BeneficiaryStatus: "pending" | "active" | "blocked" | "archived";
        BeneficiaryVerification: {
            status: components["schemas"]["BeneficiaryVerificationStatus"];
            result?: components["schemas"]["PayeeCheckResult"];
            accountName?: string;
            reason?: string;
            provider?: string;
            checkedAt?: components["schemas"]["Timestamp"];
            acceptedAt?: components["schemas"]["Timestamp"];
            acceptedBy?: components["schemas"]["Actor"];
        };
        /** @enum {string} */
        BeneficiaryVerificationStatus: "unverified" | "verified" | "mismatch";
        BlueprintList: {
            items: components["schemas"]["BlueprintSummary"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        BlueprintSummary: {
            blueprintId: components["schemas"]["bp_id"];
            tenantId: components["schemas"]["ten_id"];
            name: string;
            sourceDigest: string;
            revision: number;
            /** @enum {string} */
            status: "draft" | "archived";
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        BuildApplication: {
            buildId: components["schemas"]["bld_id"];
            expectedPricing: components["schemas"]["ExpectedPricing"];
            expectedRevision?: number;
            migrations?: string[];
        };
        BuildList: {
            items: components["schemas"]["BuildSummary"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        BuildMigration: {
            /** @enum {string} */
            status: "waiting" | "running" | "finished";
            fromBuildId: components["schemas"]["bld_id"];
            kinds: components["schemas"]["KindMigration"][];
            refused: components["schemas"]["RefusedObject"][];
            startedAt?: components["schemas"]["Timestamp"];
            finishedAt?: components["schemas"]["Timestamp"];
        };
        BuildSummary: {
            buildId: components["schemas"]["bld_id"];
            tenantId: components["schemas"]["ten_id"];
            name: string;
            digest: components["schemas"]["Digest"];
            sourceDigest: components["schemas"]["Digest"];
            language: string;
            compilerVersion: string;
            blueprintId?: components["schemas"]["bp_id"];
            blueprintRevision?: number;
            /** @constant */
            status: "ready";
            capabilities: ("ledger" | "customers" | "kyc" | "transfers" | "payouts" | "collections" | "decisions" | "objects")[];
            pricing: components["schemas"]["PlanPricing"];
            createdAt: components["schemas"]["Timestamp"];
        };
        Capability: {
            capability: string;
            description: string;
            liveRequirements: string[];
            scopes: string[];
        };
        CapabilityList: {
            items: components["schemas"]["Capability"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        ClockRun: {
            clockRunId: components["schemas"]["op_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            operation: string;
            objectId?: components["schemas"]["obj_id"];
            scheduleId?: components["schemas"]["sch_id"];
            decisionId?: components["schemas"]["dec_id"];
            collectionId?: components["schemas"]["coll_id"];
            payoutId?: components["schemas"]["po_id"];
            transferHoldId?: components["schemas"]["th_id"];
            outcome: components["schemas"]["ClockRunOutcome"];
            errorCode?: string;
            receiptId: components["schemas"]["rcpt_id"];
            dueAt?: components["schemas"]["Timestamp"];
            at: components["schemas"]["Timestamp"];
        };
        ClockRunList: {
            items: components["schemas"]["ClockRun"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        /** @enum {string} */
        ClockRunOutcome: "succeeded" | "refused";
        Collection: {
            collectionId: components["schemas"]["coll_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            customerId: components["schemas"]["cust_id"];
            consentId: components["schemas"]["cons_id"];
            objectId?: components["schemas"]["obj_id"];
            scheduleId?: components["schemas"]["sch_id"];
            action?: string;
            label?: string;
            sourceAccountId?: components["schemas"]["acct_id"];
            destinationAccountId?: components["schemas"]["acct_id"];
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            rail?: components["schemas"]["CollectionRail"];
            provider?: string;
            description?: components["schemas"]["Description"];
            dueAt: components["schemas"]["Timestamp"];
            attempts: components["schemas"]["CollectionAttempt"][];
            transferId?: components["schemas"]["tr_id"];
            expectedSettlementDate?: string;
            creditedAccountId?: components["schemas"]["acct_id"];
            returnableUntil?: components["schemas"]["CollectionReturnableUntil"];
            returnTransferId?: components["schemas"]["tr_id"];
            returnedFromAccountId?: components["schemas"]["acct_id"];
            failure?: components["schemas"]["CollectionFailure"];
            cancellationReason?: string;
            status: components["schemas"]["CollectionStatus"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            actor: components["schemas"]["Actor"];
        };
        CollectionAttempt: {
            at: components["schemas"]["Timestamp"];
            operationId: components["schemas"]["op_id"];
            /** @enum {string} */
            outcome: "processing" | "collected" | "failed" | "returned";
            code?: string;
            transferId?: components["schemas"]["tr_id"];
            creditedAccountId?: components["schemas"]["acct_id"];
            returnTransferId?: components["schemas"]["tr_id"];
            returnedFromAccountId?: components["schemas"]["acct_id"];
        };
        CollectionFailure: {
            code: string;
            message: string;
            retryable: boolean;
        };
        /** @enum {string} */
        CollectionRail: "sepa" | "ach";
        CollectionReturnableUntil: {
            anyReason: string;
            unauthorized: string;
        };
        /** @enum {string} */
        CollectionStatus: "scheduled" | "processing" | "collected" | "failed" | "returned" | "cancelled";
        CompanyStatement: {
            tenantId: components["schemas"]["ten_id"];
            environment: components["schemas"]["Environment"];
            month: string;
            /** @enum {string} */
            status: "open" | "sealed";
            products: components["schemas"]["CompanyStatementProduct"][];
            currencies: components["schemas"]["StatementCurrency"][];
            sealedAt?: components["schemas"]["Timestamp"];
            createdAt: components["schemas"]["Timestamp"];
        };
        CompanyStatementList: {
            items: components["schemas"]["CompanyStatement"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        CompanyStatementProduct: {
            productId: components["schemas"]["prod_id"];
            /** @enum {string} */
            status: "open" | "sealed";
            statementId?: components["schemas"]["stmt_id"];
        };
        /** @enum {string} */
        ComplianceOutcome: "pending" | "clear" | "refused";
        Consent: {
            consentId: components["schemas"]["cons_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            customerId: components["schemas"]["cust_id"];
            type: components["schemas"]["ConsentType"];
            accountId?: components["schemas"]["acct_id"];
            mandate?: components["schemas"]["ConsentMandate"];
            limits: components["schemas"]["ConsentLimits"];
            used: components["schemas"]["ConsentUse"];
            validFrom: components["schemas"]["Timestamp"];
            expiresAt?: components["schemas"]["Timestamp"];
            evidence: components["schemas"]["ConsentEvidence"];
            status: components["schemas"]["ConsentStatus"];
            revokedAt?: components["schemas"]["Timestamp"];
            revocationReason?: string;
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            actor: components["schemas"]["Actor"];
        };
        ConsentEvidence: {
            method: components["schemas"]["ConsentMethod"];
            acceptedAt?: components["schemas"]["Timestamp"];
            textDigest?: components["schemas"]["TextDigest"];
            ipAddress?: string;
            userAgent?: string;
            verified: boolean;
        };
        ConsentLimits: {
            maxAmount?: components["schemas"]["Amount"];
            maxTotal?: components["schemas"]["Amount"];
            currency?: components["schemas"]["Currency"];
            maxCount?: number;
            /** @enum {string} */
            period?: "P1D" | "P1W" | "P1M";
        };
        ConsentMandate: {
            beneficiaryId: components["schemas"]["ben_id"];
            reference: string;
            rail: components["schemas"]["DebitRail"];
        };
        /** @enum {string} */
        ConsentMethod: "api" | "browser" | "provider_mandate";
        /** @enum {string} */
        ConsentStatus: "pending" | "active" | "rejected" | "revoked" | "expired" | "consumed";
        /** @enum {string} */
        ConsentType: "collection" | "data_sharing" | "terms";
        ConsentUse: {
            count: number;
            total: components["schemas"]["BalanceAmount"];
            since: components["schemas"]["Timestamp"];
        };
        Country: string;
        CountryEntry: {
            country: components["schemas"]["Country"];
            kycSupported: boolean;
            financialAddressTypes: string[];
        };
        CountryEntryList: {
            items: components["schemas"]["CountryEntry"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        /** Format: date-time */
        CreatedFrom: string;
        /** Format: date-time */
        CreatedTo: string;
        CreditAssignment: {
            accountId: components["schemas"]["acct_id"];
        };
        CreditPayer: {
            name?: string;
            accountNumberMasked?: string;
        };
        CreditReturnDraft: {
            reason?: string;
        };
        CreditReturnFailure: {
            code: string;
            reason: string;
        };
        /**
         * Format: currency
         * @enum {string}
         */
        Currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLF" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UYW" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG";
        CurrencyEntry: {
            currency: components["schemas"]["Currency"];
            minorUnits: number;
        };
        CurrencyEntryList: {
            items: components["schemas"]["CurrencyEntry"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        CurrentSession: {
            sessionId: components["schemas"]["ses_id"];
            userId: components["schemas"]["usr_id"];
            tenantId?: components["schemas"]["ten_id"];
            /** @enum {string} */
            kind: "browser" | "cli" | "agent";
            mfa: boolean;
            ipAddress: string;
            userAgent: string;
            /** @enum {string} */
            status: "active" | "revoked" | "expired";
            createdAt: components["schemas"]["Timestamp"];
            lastUsedAt?: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            revokedAt?: components["schemas"]["Timestamp"];
            clientId?: string;
            scopes?: string[];
            idleExpiresAt?: components["schemas"]["Timestamp"];
            agentGrantId?: components["schemas"]["grant_id"];
            csrfToken: string;
        };
        Customer: {
            customerId: components["schemas"]["cust_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            test: boolean;
            entity: components["schemas"]["CustomerEntity"];
            status: components["schemas"]["CustomerStatus"];
            suspensionReason?: string;
            accessStatus: components["schemas"]["CustomerAccessStatus"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
            externalId?: components["schemas"]["ExternalId"];
            actor: components["schemas"]["Actor"];
            statusTransitions: components["schemas"]["StatusTransitions"];
        };
        CustomerAccess: {
            customerAccessId: components["schemas"]["cacc_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            customerId: components["schemas"]["cust_id"];
            ports: string[];
            terms?: components["schemas"]["CustomerAccessTerms"];
            compliance: components["schemas"]["CustomerAccessCompliance"];
            status: components["schemas"]["AccessStatus"];
            suspensionReason?: string;
            revocationReason?: string;
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
            actor: components["schemas"]["Actor"];
            statusTransitions: components["schemas"]["StatusTransitions"];
        };
        CustomerAccessCompliance: {
            outcome: components["schemas"]["ComplianceOutcome"];
            checkedAt?: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        CustomerAccessStatus: "pending_compliance" | "pending" | "rejected" | "active" | "suspended" | "revoked" | "none";
        CustomerAccessTerms: {
            version: string;
            acceptedAt: components["schemas"]["Timestamp"];
            evidence?: string;
        };
        CustomerEntity: {
            entityId: components["schemas"]["ent_id"];
            kind: components["schemas"]["EntityKind"];
            displayName: string;
            country: components["schemas"]["Country"];
        };
        /** @enum {string} */
        CustomerStatus: "pending" | "active" | "suspended" | "closed";
        /** @enum {string} */
        DebitRail: "sepa" | "ach";
        Decision: {
            decisionId: components["schemas"]["dec_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            objectId: components["schemas"]["obj_id"];
            kind: string;
            gate: string;
            by: string[];
            status: components["schemas"]["DecisionStatus"];
            requestedAt: components["schemas"]["Timestamp"];
            deadline: components["schemas"]["Timestamp"];
            /** @enum {string} */
            onTimeout: "decline" | "approve";
            reason?: string;
            resolvedBy?: components["schemas"]["Actor"];
            resolvedAt?: components["schemas"]["Timestamp"];
            usedAt?: components["schemas"]["Timestamp"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            actor: components["schemas"]["Actor"];
        };
        /** @enum {string} */
        DecisionStatus: "pending" | "approved" | "declined" | "timed_out";
        Description: string;
        DeviceApproval: {
            scopes?: string[];
            agentName?: string;
            agentMemberId?: components["schemas"]["agt_id"];
            companyWide?: boolean;
            productIds?: components["schemas"]["prod_id"][];
            buildIds?: components["schemas"]["bld_id"][];
            blueprintIds?: components["schemas"]["bp_id"][];
            /** @enum {string} */
            toolForm?: "full" | "compact";
        };
        DeviceAuthorization: {
            /** @enum {string} */
            status: "pending" | "approved" | "denied" | "consumed" | "expired";
            clientId: string;
            resource: string;
            agentName?: string;
            returnsTo?: string;
            describedBy?: string;
            redirectTo?: string;
            /** @enum {string} */
            toolForm?: "full" | "compact";
            scopes: components["schemas"]["GrantedScope"][];
            company?: {
                tenantId: components["schemas"]["ten_id"];
                name: string;
            };
            hints?: {
                email?: string;
                name?: string;
                company?: string;
            };
            ipAddress: string;
            userAgent: string;
            requestedAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            decidedAt?: components["schemas"]["Timestamp"];
            agentGrantId?: components["schemas"]["grant_id"];
            agentMemberId?: components["schemas"]["agt_id"];
        };
        Digest: string;
        /** Format: date-time */
        DueBefore: string;
        Entity: {
            entityId: components["schemas"]["ent_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            customerId: components["schemas"]["cust_id"];
            kind: components["schemas"]["EntityKind"];
            displayName: string;
            country: components["schemas"]["Country"];
            status: components["schemas"]["EntityStatus"];
            kyc: components["schemas"]["EntityKyc"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
            actor: components["schemas"]["Actor"];
            statusTransitions: components["schemas"]["StatusTransitions"];
        };
        /** @enum {string} */
        EntityKind: "person" | "organization";
        EntityKyc: {
            status: components["schemas"]["KycStatus"];
            tierAttained: components["schemas"]["KycTier"];
            expiresAt?: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        EntityStatus: "active" | "restricted" | "suspended" | "archived";
        /** @enum {string} */
        Environment: "sandbox" | "live";
        /** Error */
        Error: {
            error: {
                code: string;
                message: string;
                details: {
                    operation?: string | null;
                    docUrl: string;
                    itemIndex?: number;
                    issues?: {
                        code: string;
                        message: string;
                        path: (string | number)[];
                    }[];
                } & {
                    [key: string]: unknown;
                };
            };
            requestId: string;
        };
        ErrorCatalogEntry: {
            code: string;
            httpStatus: number;
            cause: string;
            action: string;
            remediation: string;
            retryable: boolean;
            idempotencySafe: boolean;
            additionalHttpStatuses?: number[];
            /** @enum {string} */
            environment?: "sandbox" | "live";
            details: components["schemas"]["ErrorDetail"][];
        };
        ErrorCatalogEntryList: {
            items: components["schemas"]["ErrorCatalogEntry"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        ErrorDetail: {
            name: string;
            type: string[];
            required: boolean;
        };
        EventTypeDetail: {
            type: string;
            description: string;
            resourceType: string;
            emittedBy: string[];
            schema: {
                [key: string]: unknown;
            };
            example: {
                [key: string]: unknown;
            };
        };
        EventTypeEntry: {
            type: string;
            description: string;
            resourceType: string;
            emittedBy: string[];
            schema: {
                [key: string]: unknown;
            };
        };
        EventTypeEntryList: {
            items: components["schemas"]["EventTypeEntry"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        ExpectedPricing: {
            currency?: components["schemas"]["Currency"];
            fees: components["schemas"]["Fee"][];
            usageRates: components["schemas"]["UsageRate"][];
        };
        ExternalId: string;
        Fee: {
            code: string;
            amount: components["schemas"]["Price"];
        };
        FinancialAddress: {
            financialAddressId: components["schemas"]["fa_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            accountId: components["schemas"]["acct_id"];
            type: components["schemas"]["FinancialAddressType"];
            country: components["schemas"]["Country"];
            currency: components["schemas"]["Currency"];
            details?: components["schemas"]["FinancialAddressDetails"];
            provider: string;
            status: components["schemas"]["FinancialAddressStatus"];
            failure?: components["schemas"]["FinancialAddressFailure"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
            externalId?: components["schemas"]["ExternalId"];
            actor: components["schemas"]["Actor"];
            statusTransitions: components["schemas"]["StatusTransitions"];
        };
        FinancialAddressDetails: {
            iban?: string;
            bic?: string;
            routingNumber?: string;
            accountNumber?: string;
            sortCode?: string;
            alias?: string;
        };
        FinancialAddressFailure: {
            code: string;
        };
        /** @enum {string} */
        FinancialAddressStatus: "pending" | "active" | "disabled" | "retired" | "failed";
        /** @enum {string} */
        FinancialAddressType: "iban" | "us_account" | "uk_account" | "alias";
        /** @enum {string} */
        FreezeMode: "debits" | "all";
        /** @enum {string} */
        FreezePlane: "tenant" | "platform";
        GrantedScope: {
            scope: string;
            says: string;
        };
        Invitation: {
            invitationId: components["schemas"]["inv_id"];
            tenantId: components["schemas"]["ten_id"];
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "finance" | "compliance" | "viewer";
            /** @enum {string} */
            status: "pending" | "accepted" | "revoked" | "expired";
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        InvitationAcceptance: {
            token: string;
        };
        InvitationDraft: {
            /** Format: email */
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "finance" | "compliance" | "viewer";
        };
        InvitationList: {
            items: components["schemas"]["Invitation"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        KindMigration: {
            kind: string;
            migrated: number;
            left: number;
            refused: number;
        };
        KindStats: {
            /** @enum {string} */
            kind: "book" | "funding" | "hold" | "reversal" | "action" | "collection" | "payout" | "fee";
            count: number;
            volume: components["schemas"]["BalanceAmount"];
            failedCount: number;
        };
        /** @enum {string} */
        KycStatus: "not_submitted" | "submitted" | "in_review" | "verified" | "action_required" | "rejected" | "expired";
        /** @enum {string} */
        KycTier: "tier_0" | "tier_1" | "tier_2" | "tier_3";
        KycTierEntry: {
            /** @enum {string} */
            tier: "tier_0" | "tier_1" | "tier_2" | "tier_3";
            requiredFields: string[];
            organizationFields: string[];
            /** @enum {string} */
            verification: "none" | "provider";
            validDays?: number;
        };
        KycTierEntryList: {
            items: components["schemas"]["KycTierEntry"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        Login: {
            loginId: components["schemas"]["lgn_id"];
            codeExpiresAt: components["schemas"]["Timestamp"];
            attemptsLeft: number;
        };
        LoginDraft: {
            /** Format: email */
            email: string;
            password: string;
            proofOfWork: string;
        };
        LoginVerification: {
            code: string;
            tenantId?: components["schemas"]["ten_id"];
        };
        Margin: {
            productId: components["schemas"]["prod_id"];
            period: string;
            currency: components["schemas"]["Currency"];
            currencies: components["schemas"]["Currency"][];
            revenue: components["schemas"]["BalanceAmount"];
            platformFees: components["schemas"]["BalanceAmount"];
            margin: components["schemas"]["BalanceAmount"];
            bps?: number;
        };
        Member: {
            memberId: components["schemas"]["mem_id"];
            tenantId: components["schemas"]["ten_id"];
            userId: components["schemas"]["usr_id"];
            email: string;
            displayName: string;
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "finance" | "compliance" | "viewer";
            /** @enum {string} */
            status: "active" | "removed";
            mfa: boolean;
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        MemberApiKeysRevoked: {
            memberId: components["schemas"]["mem_id"];
            userId: components["schemas"]["usr_id"];
            apiKeyIds: components["schemas"]["key_id"][];
            hasMore: boolean;
        };
        MemberChange: {
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "finance" | "compliance" | "viewer";
            expectedRevision?: number;
        };
        MemberList: {
            items: components["schemas"]["Member"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        Metadata: {
            [key: string]: string;
        };
        MonthEvidence: {
            /** @enum {string} */
            status: "open" | "sealed";
            sealedAt?: components["schemas"]["Timestamp"];
        };
        NewApiKey: {
            apiKeyId: components["schemas"]["key_id"];
            tenantId: components["schemas"]["ten_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            name: string;
            prefix: string;
            scopes: string[];
            operationIds: string[];
            /** @enum {string} */
            status: "active" | "rolling" | "revoked" | "expired";
            /** @enum {string} */
            origin: "browser" | "cli" | "agent";
            allowedCidrs?: string[];
            mcp?: boolean;
            boundGrantId?: string;
            createdByUserId?: components["schemas"]["usr_id"];
            createdAt: components["schemas"]["Timestamp"];
            expiresAt?: components["schemas"]["Timestamp"];
            endsAt?: components["schemas"]["Timestamp"];
            replacedBy?: components["schemas"]["key_id"];
            revokedAt?: components["schemas"]["Timestamp"];
            lastUsedAt?: components["schemas"]["Timestamp"];
            lastUsedIp?: string;
            revision?: number;
            key?: string;
            browserKeyOnlyOperationIds: string[];
        };
        NextCursor: string;
        NounAccount: {
            name: string;
            currency: string;
            drainBefore: string[];
            isExported: boolean;
        };
        NounAction: {
            action: string;
            from: string[];
            to: string[];
            gate?: string;
            opens?: string;
            isAuto: boolean;
            ports: components["schemas"]["NounPort"][];
            input: components["schemas"]["ValuesSchema"];
        };
        NounActionSummary: {
            action: string;
            from: string[];
            to: string[];
            gate?: string;
            opens?: string;
            isAuto: boolean;
            ports: components["schemas"]["NounPort"][];
        };
        NounCollection: {
            consent: string;
            amount: string;
        };
        NounDecision: {
            decision: string;
            by: ("operator" | "customer" | "agent" | "provider")[];
            timeout: string;
            /** @enum {string} */
            onTimeout: "decline" | "approve";
        };
        NounPort: {
            port: string;
            actors: ("operator" | "customer" | "agent" | "clock" | "provider")[];
            as?: string;
        };
        NounReference: {
            field: string;
            kind: string;
            states?: string[];
            isExclusive: boolean;
            congruent: string[];
        };
        NounRetirement: {
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            kind: string;
            buildId: components["schemas"]["bld_id"];
            retiredAt: components["schemas"]["Timestamp"];
        };
        NounRetry: {
            after: string[];
            finally?: string;
        };
        NounSchedule: {
            schedule: string;
            on: string;
            at: string;
            repeat?: string;
            max: number;
            isOnce: boolean;
            action: string;
            collect?: components["schemas"]["NounCollection"];
            retry?: components["schemas"]["NounRetry"];
            until: string[];
        };
        NounState: {
            state: string;
            isInitial: boolean;
            isTerminal: boolean;
        };
        NounSubject: {
            field: string;
            kinds: ("person" | "organization")[];
            /** @enum {string} */
            minTier?: "tier_0" | "tier_1" | "tier_2" | "tier_3";
        };
        Object: {
            objectId: components["schemas"]["obj_id"];
            nounInstanceId: components["schemas"]["obj_id"];
            kind: string;
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            buildId: components["schemas"]["bld_id"];
            digest: string;
            state: string;
            revision: number;
            fields: {
                [key: string]: unknown;
            };
            currency?: components["schemas"]["Currency"];
            subject?: components["schemas"]["ObjectSubject"];
            remainders: {
                [key: string]: components["schemas"]["BalanceAmount"];
            };
            aggregates: {
                [key: string]: components["schemas"]["BalanceAmount"];
            };
            ownAccounts: components["schemas"]["OwnAccount"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            actor: components["schemas"]["Actor"];
        };
        ObjectSubject: {
            /** @constant */
            type: "customer";
            id: components["schemas"]["cust_id"];
        };
        Operation: {
            operationId: components["schemas"]["op_id"];
            operation: string;
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            principal: components["schemas"]["OperationPrincipal"];
            actor: components["schemas"]["Actor"];
            status: components["schemas"]["OperationStatus"];
            finalized: boolean;
            httpStatus: number;
            errorCode?: string;
            idempotencyKey?: components["schemas"]["Uuid"];
            requestDigest?: string;
            resource?: components["schemas"]["OperationResource"];
            receiptId?: components["schemas"]["rcpt_id"];
            parentOperationId?: components["schemas"]["op_id"];
            /** @enum {string} */
            cause: "api" | "clock" | "platform" | "graphql" | "mcp" | "provider";
            requestId: string;
            startedAt: components["schemas"]["Timestamp"];
            finishedAt?: components["schemas"]["Timestamp"];
        };
        OperationEntry: {
            operation: string;
            summary: string;
            method: string;
            path: string;
            principal: string[];
            scope?: string;
            /** @enum {string} */
            idempotency: "required" | "none";
            errorCodes: string[];
            eventTypes: string[];
            stream?: {
                types: string[];
                id: string;
                begins: string;
            };
        };
        OperationEntryList: {
            items: components["schemas"]["OperationEntry"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        OperationPrincipal: {
            /** @enum {string} */
            type: "product_key" | "user" | "agent" | "system";
            id: string;
        };
        OperationResource: {
            type: string;
            id: string;
        };
        /** @enum {string} */
        OperationStatus: "running" | "succeeded" | "refused" | "failed";
        OwnAccount: {
            name: string;
            accountId: components["schemas"]["acct_id"];
        };
        PasswordChange: {
            currentPassword: string;
            /** Format: password */
            newPassword: string;
        };
        PasswordReset: {
            resetId: components["schemas"]["rst_id"];
            codeExpiresAt: components["schemas"]["Timestamp"];
        };
        PasswordResetConfirmation: {
            code: string;
            /** Format: password */
            newPassword: string;
        };
        PasswordResetDraft: {
            /** Format: email */
            email: string;
            proofOfWork: string;
        };
        /** @enum {string} */
        PayeeCheckResult: "matched" | "close_match" | "no_match" | "unavailable";
        Payout: {
            payoutId: components["schemas"]["po_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            sourceAccountId: components["schemas"]["acct_id"];
            beneficiaryId: components["schemas"]["ben_id"];
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            rail: components["schemas"]["PayoutRail"];
            provider?: string;
            status: components["schemas"]["PayoutStatus"];
            cancelable: boolean;
            expectedArrivalDate: string;
            failure?: components["schemas"]["PayoutFailure"];
            transferId: components["schemas"]["tr_id"];
            settledTransferId?: components["schemas"]["tr_id"];
            settledFromAccountId?: components["schemas"]["acct_id"];
            returnTransferId?: components["schemas"]["tr_id"];
            returnedToAccountId?: components["schemas"]["acct_id"];
            description?: components["schemas"]["Description"];
            metadata: components["schemas"]["Metadata"];
            externalId?: components["schemas"]["ExternalId"];
            objectId?: components["schemas"]["obj_id"];
            action?: string;
            label?: string;
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            actor: components["schemas"]["Actor"];
            statusTransitions: components["schemas"]["StatusTransitions"];
        };
        PayoutFailure: {
            code: string;
            reason: string;
        };
        /** @enum {string} */
        PayoutRail: "sepa" | "ach" | "fps" | "wire" | "book";
        /** @enum {string} */
        PayoutStatus: "created" | "processing" | "posted" | "failed" | "cancelled" | "returned";
        PersonalAccessToken: {
            personalAccessTokenId: components["schemas"]["pat_id"];
            userId: components["schemas"]["usr_id"];
            tenantId: components["schemas"]["ten_id"];
            name: string;
            scopes: string[];
            mfa: boolean;
            prefix: string;
            /** @enum {string} */
            status: "active" | "revoked" | "expired";
            createdAt: components["schemas"]["Timestamp"];
            lastUsedAt?: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            revokedAt?: components["schemas"]["Timestamp"];
            token?: string;
        };
        PersonalAccessTokenDraft: {
            name: string;
            scopes: string[];
            expiresAt?: components["schemas"]["Timestamp"];
        };
        PersonalAccessTokenList: {
            items: components["schemas"]["PersonalAccessToken"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        PlanPricing: {
            currency: components["schemas"]["Currency"];
            fees: components["schemas"]["Fee"][];
            usageRates: components["schemas"]["UsageRate"][];
        };
        PlannedClaim: {
            field: string;
            objectId: components["schemas"]["obj_id"];
            /** @enum {string} */
            change: "claimed" | "released";
        };
        PlannedCollection: {
            label: string;
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            consentId: components["schemas"]["cons_id"];
            destinationAccountId: components["schemas"]["acct_id"];
            rail: string;
            expectedSettlementDate: string;
        };
        PlannedDecision: {
            gate: string;
            /** @enum {string} */
            change: "requested" | "used";
        };
        PlannedFee: {
            label: string;
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
        };
        PlannedMove: {
            label: string;
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            sourceAccountId: components["schemas"]["acct_id"];
            destinationAccountId: components["schemas"]["acct_id"];
            book?: string;
        };
        PlannedOutcome: {
            action: string;
            stateBefore: string;
            moves: components["schemas"]["PlannedMove"][];
            payouts?: components["schemas"]["PlannedPayout"][];
            collections?: components["schemas"]["PlannedCollection"][];
            fees: components["schemas"]["PlannedFee"][];
            decisions: components["schemas"]["PlannedDecision"][];
            schedules: components["schemas"]["PlannedRow"][];
            references: components["schemas"]["PlannedClaim"][];
        };
        PlannedPayout: {
            label: string;
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            sourceAccountId: components["schemas"]["acct_id"];
            beneficiaryId: components["schemas"]["ben_id"];
            rail: string;
            book?: string;
        };
        PlannedRow: {
            schedule: string;
            index: number;
            dueAt: components["schemas"]["Timestamp"];
        };
        Price: string;
        Product: {
            productId: components["schemas"]["prod_id"];
            tenantId: components["schemas"]["ten_id"];
            name: string;
            /** @enum {string} */
            status: "active" | "disabled" | "closed";
            environment: components["schemas"]["Environment"];
            buildId?: components["schemas"]["bld_id"];
            digest?: components["schemas"]["Digest"];
            capabilities: ("ledger" | "customers" | "kyc" | "transfers" | "holds" | "payouts" | "collections" | "decisions" | "objects")[];
            fees: components["schemas"]["Fee"][];
            usageRates: components["schemas"]["UsageRate"][];
            activation: {
                /** @enum {string} */
                status: "not_requested" | "requested" | "active" | "rejected" | "suspended";
            };
            sandbox?: {
                clockEffectiveAt: components["schemas"]["Timestamp"];
            };
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        ProductBuild: {
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            buildId: components["schemas"]["bld_id"];
            digest: components["schemas"]["Digest"];
            name: string;
            revision: number;
            isRunning: boolean;
            appliedAt: components["schemas"]["Timestamp"];
            migration?: components["schemas"]["BuildMigration"];
        };
        ProductBuildList: {
            items: components["schemas"]["ProductBuild"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        ProductChange: {
            name?: string;
            expectedRevision?: number;
        };
        ProductDraft: {
            name: string;
            buildId?: components["schemas"]["bld_id"];
            expectedPricing?: components["schemas"]["ExpectedPricing"];
        };
        ProductList: {
            items: components["schemas"]["Product"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        ProductNoun: {
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            kind: string;
            buildId: components["schemas"]["bld_id"];
            digest: components["schemas"]["Digest"];
            isRetired: boolean;
            states: components["schemas"]["NounState"][];
            creators: components["schemas"]["NounPort"][];
            actions: components["schemas"]["NounAction"][];
            subject?: components["schemas"]["NounSubject"];
            currency?: string;
            fields: components["schemas"]["ValuesSchema"];
            indexedFields: string[];
            references: components["schemas"]["NounReference"][];
            ownAccounts: components["schemas"]["NounAccount"][];
            decisions: components["schemas"]["NounDecision"][];
            schedules: components["schemas"]["NounSchedule"][];
            stateGraph: string;
        };
        ProductNounList: {
            items: components["schemas"]["ProductNounSummary"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        ProductNounSummary: {
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            kind: string;
            buildId: components["schemas"]["bld_id"];
            digest: components["schemas"]["Digest"];
            isRetired: boolean;
            states: components["schemas"]["NounState"][];
            creators: components["schemas"]["NounPort"][];
            actions: components["schemas"]["NounActionSummary"][];
        };
        ProductPort: {
            port: string;
            actors: ("operator" | "customer" | "agent" | "clock" | "provider")[];
            as?: string;
            allow: string[];
        };
        ProductPortList: {
            items: components["schemas"]["ProductPort"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        ProductStats: {
            productId: components["schemas"]["prod_id"];
            /** @enum {string} */
            interval: "day" | "month";
            period: string;
            currency: components["schemas"]["Currency"];
            count: number;
            volume: components["schemas"]["BalanceAmount"];
            credits: components["schemas"]["BalanceAmount"];
            debits: components["schemas"]["BalanceAmount"];
            failedCount: number;
            activeAccounts: number;
            kinds: components["schemas"]["KindStats"][];
            createdAt: components["schemas"]["Timestamp"];
        };
        ProductStatsList: {
            items: components["schemas"]["ProductStats"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        ProgramLimit: {
            /** @enum {string} */
            type: "limit" | "aggregate";
            name: string;
            kind: string;
            measure: string;
            /** @enum {string} */
            scope: "product" | "subject";
            currency?: components["schemas"]["Currency"];
            cap?: components["schemas"]["BalanceAmount"];
            capExpression?: string;
            used?: components["schemas"]["BalanceAmount"];
        };
        ProgramLimitList: {
            items: components["schemas"]["ProgramLimit"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        ProofOfWorkChallenge: {
            /** @constant */
            algorithm: "SHA-256";
            challenge: string;
            salt: string;
            cost: number;
            expiresAt: components["schemas"]["Timestamp"];
            signature: string;
        };
        ProviderEntry: {
            provider: string;
            kind: string;
            outcomes: string[];
        };
        ProviderEntryList: {
            items: components["schemas"]["ProviderEntry"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        ReceivedCredit: {
            receivedCreditId: components["schemas"]["rc_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            provider: string;
            reference: string;
            financialAddressId: components["schemas"]["fa_id"];
            accountId: components["schemas"]["acct_id"];
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            payer?: components["schemas"]["CreditPayer"];
            remittance?: string;
            occurredAt: components["schemas"]["Timestamp"];
            status: components["schemas"]["ReceivedCreditStatus"];
            suspenseReason?: components["schemas"]["SuspenseReason"];
            transferId: components["schemas"]["tr_id"];
            assignedTransferId?: components["schemas"]["tr_id"];
            returnTransferId?: components["schemas"]["tr_id"];
            failure?: components["schemas"]["CreditReturnFailure"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            actor: components["schemas"]["Actor"];
            statusTransitions: components["schemas"]["StatusTransitions"];
        };
        ReceivedCreditList: {
            items: components["schemas"]["ReceivedCredit"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        /** @enum {string} */
        ReceivedCreditStatus: "credited" | "suspended" | "assigned" | "returning" | "returned";
        RecoveryCodes: {
            recoveryCodes?: string[];
        };
        RefusedObject: {
            objectId: components["schemas"]["obj_id"];
            kind: string;
            code: string;
            message: string;
        };
        RemovedMember: {
            memberId: components["schemas"]["mem_id"];
            tenantId: components["schemas"]["ten_id"];
            userId: components["schemas"]["usr_id"];
            email: string;
            displayName: string;
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "finance" | "compliance" | "viewer";
            /** @enum {string} */
            status: "active" | "removed";
            mfa: boolean;
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            apiKeysInForce?: number;
        };
        RoleEntry: {
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "finance" | "compliance" | "viewer";
            permissions: string[];
        };
        RoleEntryList: {
            items: components["schemas"]["RoleEntry"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        SandboxApiKeyDraft: {
            name: string;
            scopes: string[];
            expiresAt?: components["schemas"]["Timestamp"];
            allowedCidrs?: string[];
            /** @default false */
            mcp?: boolean;
        };
        Schedule: {
            scheduleId: components["schemas"]["sch_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            objectId: components["schemas"]["obj_id"];
            kind: string;
            schedule: string;
            action: string;
            round: number;
            index: number;
            dueAt: components["schemas"]["Timestamp"];
            attempt: number;
            status: components["schemas"]["ScheduleStatus"];
            refusedWith?: string;
            /** @enum {string} */
            skippedBecause?: "ended" | "until" | "no_amount" | "migrated";
            collectionId?: components["schemas"]["coll_id"];
            ranAt?: components["schemas"]["Timestamp"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        ScheduleList: {
            items: components["schemas"]["Schedule"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        /** @enum {string} */
        ScheduleStatus: "scheduled" | "waiting" | "ran" | "skipped" | "failed";
        ScopeEntry: {
            scope: string;
            operations: string[];
            grantableTo: string[];
        };
        ScopeEntryList: {
            items: components["schemas"]["ScopeEntry"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        SecondFactor: {
            code: string;
        };
        SecondFactorAsked: {
            /** @constant */
            mfaRequired: true;
            loginId: components["schemas"]["lgn_id"];
        };
        SecurityPolicy: {
            tenantId: components["schemas"]["ten_id"];
            requireMfa: boolean;
            sessionMaxAge: number;
            allowedCidrs: string[];
            revision: number;
        };
        SecurityPolicyChange: {
            requireMfa: boolean;
            allowedCidrs: string[];
            expectedRevision?: number;
        };
        Session: {
            sessionId: components["schemas"]["ses_id"];
            userId: components["schemas"]["usr_id"];
            tenantId?: components["schemas"]["ten_id"];
            /** @enum {string} */
            kind: "browser" | "cli" | "agent";
            mfa: boolean;
            ipAddress: string;
            userAgent: string;
            /** @enum {string} */
            status: "active" | "revoked" | "expired";
            createdAt: components["schemas"]["Timestamp"];
            lastUsedAt?: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            revokedAt?: components["schemas"]["Timestamp"];
            clientId?: string;
            scopes?: string[];
            idleExpiresAt?: components["schemas"]["Timestamp"];
            agentGrantId?: components["schemas"]["grant_id"];
        };
        SessionList: {
            items: components["schemas"]["Session"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        Signup: {
            signupId: components["schemas"]["sgn_id"];
            codeExpiresAt: components["schemas"]["Timestamp"];
        };
        SignupDraft: {
            /** Format: email */
            email: string;
            /** Format: password */
            password: string;
            displayName: string;
            company?: string;
            invitationToken?: string;
            proofOfWork: string;
        };
        SignupVerification: {
            code: string;
        };
        StatementCorrection: {
            month: string;
            /** @enum {string} */
            kind: "book" | "funding" | "hold" | "reversal" | "action" | "collection" | "payout" | "fee";
            count: number;
            amount: components["schemas"]["BalanceAmount"];
            credits: components["schemas"]["BalanceAmount"];
            debits: components["schemas"]["BalanceAmount"];
        };
        StatementCurrency: {
            currency: components["schemas"]["Currency"];
            opening: components["schemas"]["BalanceAmount"];
            totalCredits: components["schemas"]["BalanceAmount"];
            totalDebits: components["schemas"]["BalanceAmount"];
            closing: components["schemas"]["BalanceAmount"];
            volume: components["schemas"]["BalanceAmount"];
            fees: components["schemas"]["BalanceAmount"];
            entryCount: number;
            activeAccounts: number;
            movements: components["schemas"]["StatementMovement"][];
            corrections: components["schemas"]["StatementCorrection"][];
            entriesDigest: string;
        };
        StatementMovement: {
            /** @enum {string} */
            kind: "book" | "funding" | "hold" | "reversal" | "action" | "collection" | "payout" | "fee";
            count: number;
            amount: components["schemas"]["BalanceAmount"];
            credits: components["schemas"]["BalanceAmount"];
            debits: components["schemas"]["BalanceAmount"];
            failedCount: number;
        };
        StatusTransitions: {
            [key: string]: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        SuspenseReason: "address_not_active" | "currency" | "account_closed" | "account_frozen" | "balance_too_large";
        Tenant: {
            tenantId: components["schemas"]["ten_id"];
            name: string;
            country?: components["schemas"]["Country"];
            timeZone: string;
            /** @constant */
            status: "active";
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        TenantChange: {
            name?: string;
            timeZone?: string;
            expectedRevision?: number;
        };
        TenantLimits: {
            rate: {
                windowSeconds: number;
                /** @constant */
                countedBy: "credential";
            };
            exposureCaps: {
                [key: string]: unknown;
            }[];
            products: {
                count: number;
            };
            members: {
                count: number;
                max: number;
            };
            pendingInvitations: {
                count: number;
                max: number;
            };
        };
        TextDigest: string;
        /** Format: date-time */
        Timestamp: string;
        TotpConfirmation: {
            code: string;
        };
        TotpDisabling: {
            password: string;
            code: string;
        };
        TotpEnrollment: {
            secret?: string;
            otpauthUri?: string;
            expiresAt: components["schemas"]["Timestamp"];
        };
        Transfer: {
            transferId: components["schemas"]["tr_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            sourceAccountId: components["schemas"]["acct_id"];
            destinationAccountId: components["schemas"]["acct_id"];
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            status: components["schemas"]["TransferStatus"];
            /** @enum {string} */
            kind: "book" | "funding" | "hold" | "reversal" | "action" | "collection" | "payout" | "fee";
            description?: components["schemas"]["Description"];
            metadata: components["schemas"]["Metadata"];
            externalId?: components["schemas"]["ExternalId"];
            transferHoldId?: components["schemas"]["th_id"];
            payoutId?: components["schemas"]["po_id"];
            receivedCreditId?: components["schemas"]["rc_id"];
            reservedAmount?: components["schemas"]["Amount"];
            collectionId?: components["schemas"]["coll_id"];
            usageMonth?: string;
            objectId?: components["schemas"]["obj_id"];
            label?: string;
            book?: string;
            reversalOf?: components["schemas"]["tr_id"];
            reversedAmount?: components["schemas"]["Amount"];
            reversalTransferIds?: components["schemas"]["tr_id"][];
            failure?: components["schemas"]["TransferFailure"];
            ledgerTimestamp: components["schemas"]["Timestamp"];
            operationId: components["schemas"]["op_id"];
            receiptId: components["schemas"]["rcpt_id"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            actor: components["schemas"]["Actor"];
            statusTransitions: components["schemas"]["StatusTransitions"];
        };
        TransferFailure: {
            code: string;
        };
        TransferHold: {
            transferHoldId: components["schemas"]["th_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            sourceAccountId: components["schemas"]["acct_id"];
            destinationAccountId: components["schemas"]["acct_id"];
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            clearedAmount: components["schemas"]["BalanceAmount"];
            releasedAmount: components["schemas"]["BalanceAmount"];
            status: components["schemas"]["TransferHoldStatus"];
            expiresAt: components["schemas"]["Timestamp"];
            reservedTransferId: components["schemas"]["tr_id"];
            clearedTransferId?: components["schemas"]["tr_id"];
            description?: components["schemas"]["Description"];
            metadata: components["schemas"]["Metadata"];
            externalId?: components["schemas"]["ExternalId"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            actor: components["schemas"]["Actor"];
            statusTransitions: components["schemas"]["StatusTransitions"];
            operationId: components["schemas"]["op_id"];
            receiptId: components["schemas"]["rcpt_id"];
        };
        /** @enum {string} */
        TransferHoldStatus: "reserved" | "cleared" | "cancelled" | "expired";
        /** @enum {string} */
        TransferStatus: "pending" | "posted" | "failed" | "voided" | "reversed";
        /** @enum {string} */
        UsAccountType: "checking" | "savings";
        UsageRate: {
            meter: string;
            rate: components["schemas"]["Price"];
        };
        User: {
            userId: components["schemas"]["usr_id"];
            email: string;
            displayName: string;
            mfa: {
                totp: boolean;
            };
            tenants: {
                tenantId: components["schemas"]["ten_id"];
                name: string;
                memberId: components["schemas"]["mem_id"];
                /** @enum {string} */
                role: "owner" | "admin" | "developer" | "finance" | "compliance" | "viewer";
            }[];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        UserChange: {
            displayName: string;
        };
        UserMfa: {
            totp: {
                enrolled: boolean;
                confirmedAt?: components["schemas"]["Timestamp"];
            };
            recoveryCodesLeft: number;
        };
        /** Format: uuid */
        Uuid: string;
        ValuesSchema: {
            [key: string]: unknown;
        };
        WebhookEndpoint: {
            webhookEndpointId: components["schemas"]["whe_id"];
            productId: components["schemas"]["prod_id"];
            environment: components["schemas"]["Environment"];
            url: string;
            eventTypes: string[];
            description?: components["schemas"]["Description"];
            status: components["schemas"]["WebhookEndpointStatus"];
            disabledReason?: components["schemas"]["WebhookEndpointDisabledReason"];
            secretPrefix: string;
            secretRotation?: components["schemas"]["WebhookEndpointSecretRotation"];
            lastSuccessAt?: components["schemas"]["Timestamp"];
            lastFailureAt?: components["schemas"]["Timestamp"];
            revision: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
            actor: components["schemas"]["Actor"];
            statusTransitions: components["schemas"]["StatusTransitions"];
        };
        /** @enum {string} */
        WebhookEndpointDisabledReason: "manual" | "gone" | "exhausted";
        WebhookEndpointList: {
            items: components["schemas"]["WebhookEndpoint"][];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        WebhookEndpointSecretRotation: {
            oldExpiresAt: components["schemas"]["Timestamp"];
        };
        WebhookEndpointStats: {
            webhookEndpointId: components["schemas"]["whe_id"];
            delivered: number;
            pending: number;
            exhausted: number;
            sequence: string;
            newestSequence: string;
            lastSuccessAt?: components["schemas"]["Timestamp"];
            lastFailureAt?: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        WebhookEndpointStatus: "enabled" | "disabled";
        WebhookRecovered: {
            webhookEndpointId: components["schemas"]["whe_id"];
            recovered: number;
            missed?: number;
            sequence?: string;
            hasMore: boolean;
        };
        WebhookRecovery: {
            since?: components["schemas"]["Timestamp"];
            until?: components["schemas"]["Timestamp"];
            missed?: boolean;
            afterSequence?: string;
        };
        acct_id: string;
        agt_id: string;
        apr_id: string;
        aud_id: string;
        ben_id: string;
        bld_id: string;
        bp_id: string;
        cacc_id: string;
        coll_id: string;
        cons_id: string;
        cust_id: string;
        dec_id: string;
        ent_id: string;
        fa_id: string;
        frz_id: string;
        grant_id: string;
        inv_id: string;
        key_id: string;
        lgn_id: string;
        mem_id: string;
        obj_id: string;
        op_id: string;
        pat_id: string;
        po_id: string;
        prod_id: string;
        rc_id: string;
        rcpt_id: string;
        rst_id: string;
        sch_id: string;
        ses_id: string;
        sgn_id: string;
        stmt_id: string;
        ten_id: string;
        th_id: string;
        tr_id: string;
        usr_id: string;
        whe_id: string;
    };
    responses: never;
    parameters: {
        "path.accountId": components["schemas"]["acct_id"];
        "path.agentApprovalId": components["schemas"]["apr_id"];
        "path.agentGrantId": components["schemas"]["grant_id"];
        "path.agentMemberId": components["schemas"]["agt_id"];
        "path.apiKeyId": components["schemas"]["key_id"];
        "path.beneficiaryId": components["schemas"]["ben_id"];
        "path.collectionId2": components["schemas"]["coll_id"];
        "path.consentId": components["schemas"]["cons_id"];
        "path.customerAccessId": components["schemas"]["cacc_id"];
        "path.customerId": components["schemas"]["cust_id"];
        "path.decisionId": components["schemas"]["dec_id"];
        "path.entityId": components["schemas"]["ent_id"];
        "path.financialAddressId": components["schemas"]["fa_id"];
        "path.kind": string;
        "path.kind2": string;
        "path.loginId": components["schemas"]["lgn_id"];
        "path.memberId": components["schemas"]["mem_id"];
        "path.objectId": components["schemas"]["obj_id"];
        "path.objectId2": components["schemas"]["obj_id"];
        "path.operationId": components["schemas"]["op_id"];
        "path.personalAccessTokenId": components["schemas"]["pat_id"];
        "path.productId": components["schemas"]["prod_id"];
        "path.productId2": components["schemas"]["prod_id"];
        "path.receivedCreditId": components["schemas"]["rc_id"];
        "path.sessionId": components["schemas"]["ses_id"];
        "path.transferHoldId": components["schemas"]["th_id"];
        "path.transferId": components["schemas"]["tr_id"];
        "path.webhookEndpointId": components["schemas"]["whe_id"];
        "query.createdFrom": components["schemas"]["CreatedFrom"];
        "query.createdTo": components["schemas"]["CreatedTo"];
        "query.cursor": string;
        "query.limit": number;
        "query.limit2": number;
        "query.limit3": number;
        "query.productId": components["schemas"]["prod_id"];
        "query.productId.required": components["schemas"]["prod_id"];
        "query.search": string;
        "query.status4": components["schemas"]["ScheduleStatus"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "account.retrieve": {
        parameters: {
            path: {
                accountId: components["parameters"]["path.accountId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "account.balance.retrieve": {
        parameters: {
            path: {
                accountId: components["parameters"]["path.accountId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AccountBalance"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_approval.list": {
        parameters: {
            query?: {
                status?: "pending" | "approved" | "consumed" | "denied" | "expired";
                agentMemberId?: components["schemas"]["agt_id"];
                limit?: components["parameters"]["query.limit2"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentApprovalList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_approval.retrieve": {
        parameters: {
            path: {
                agentApprovalId: components["parameters"]["path.agentApprovalId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentApproval"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_approval.approve": {
        parameters: {
            path: {
                agentApprovalId: components["schemas"]["apr_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentApproving"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentApproval"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_approval.deny": {
        parameters: {
            path: {
                agentApprovalId: components["parameters"]["path.agentApprovalId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentDenial"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentApproval"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_grant.list": {
        parameters: {
            query?: {
                agentMemberId?: components["schemas"]["agt_id"];
                status?: "active" | "revoked" | "expired";
                limit?: components["parameters"]["query.limit2"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentGrantList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_grant.retrieve": {
        parameters: {
            path: {
                agentGrantId: components["parameters"]["path.agentGrantId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentGrant"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_grant.update": {
        parameters: {
            path: {
                agentGrantId: components["parameters"]["path.agentGrantId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentGrantChange"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentGrant"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_grant.revoke": {
        parameters: {
            path: {
                agentGrantId: components["parameters"]["path.agentGrantId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentGrant"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_member.list": {
        parameters: {
            query?: {
                status?: "active" | "revoked";
                search?: string;
                limit?: components["parameters"]["query.limit2"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentMemberList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_member.retrieve": {
        parameters: {
            path: {
                agentMemberId: components["parameters"]["path.agentMemberId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentMember"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_member.update": {
        parameters: {
            path: {
                agentMemberId: components["parameters"]["path.agentMemberId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentMemberChange"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentMember"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "agent_member.revoke": {
        parameters: {
            path: {
                agentMemberId: components["parameters"]["path.agentMemberId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AgentMember"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "api_key.current.retrieve": {
        parameters: {
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "auth.challenge.create": {
        parameters: {
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ProofOfWorkChallenge"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.login": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginDraft"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["Login"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.login.code.verify": {
        parameters: {
            path: {
                loginId: components["parameters"]["path.loginId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginVerification"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["BegunSession"] | components["schemas"]["SecondFactorAsked"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.login.mfa.verify": {
        parameters: {
            path: {
                loginId: components["parameters"]["path.loginId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["BegunSession"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.password.reset.request": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetDraft"];
            };
        };
        responses: {
            202: {
                content: {
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.password.reset.confirm": {
        parameters: {
            path: {
                resetId: components["schemas"]["rst_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetConfirmation"];
            };
        };
        responses: {
            204: {
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.signup": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignupDraft"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["Signup"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.signup.verify": {
        parameters: {
            path: {
                signupId: components["schemas"]["sgn_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignupVerification"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["BegunSession"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "beneficiary.retrieve": {
        parameters: {
            query?: {
                productId?: components["parameters"]["query.productId"];
            };
            path: {
                beneficiaryId: components["parameters"]["path.beneficiaryId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Beneficiary"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "blueprint.list": {
        parameters: {
            query?: {
                status?: "draft" | "archived";
                search?: string;
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["BlueprintList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "build.list": {
        parameters: {
            query?: {
                blueprintId?: components["schemas"]["bp_id"];
                search?: string;
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["BuildList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.account_role.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit3"];
                cursor?: components["parameters"]["query.cursor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AccountRoleEntryList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.capability.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit3"];
                cursor?: components["parameters"]["query.cursor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CapabilityList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.country.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit3"];
                cursor?: components["parameters"]["query.cursor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CountryEntryList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.currency.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit3"];
                cursor?: components["parameters"]["query.cursor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CurrencyEntryList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.error.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ErrorCatalogEntryList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.error.retrieve": {
        parameters: {
            path: {
                code: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ErrorCatalogEntry"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.event_type.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["EventTypeEntryList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.event_type.retrieve": {
        parameters: {
            path: {
                eventType: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["EventTypeDetail"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.kyc_tier.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit3"];
                cursor?: components["parameters"]["query.cursor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["KycTierEntryList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.operation.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["OperationEntryList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.provider.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit2"];
                cursor?: components["parameters"]["query.cursor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ProviderEntryList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "catalog.scope.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit3"];
                cursor?: components["parameters"]["query.cursor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ScopeEntryList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "collection.retrieve": {
        parameters: {
            path: {
                collectionId: components["parameters"]["path.collectionId2"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "consent.retrieve": {
        parameters: {
            path: {
                consentId: components["parameters"]["path.consentId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Consent"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "customer_access.retrieve": {
        parameters: {
            path: {
                customerAccessId: components["parameters"]["path.customerAccessId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CustomerAccess"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "customer.retrieve": {
        parameters: {
            path: {
                customerId: components["parameters"]["path.customerId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "decision.retrieve": {
        parameters: {
            path: {
                decisionId: components["parameters"]["path.decisionId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "entity.retrieve": {
        parameters: {
            path: {
                entityId: components["parameters"]["path.entityId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Entity"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "financial_address.retrieve": {
        parameters: {
            path: {
                financialAddressId: components["parameters"]["path.financialAddressId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["FinancialAddress"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "device_authorization.approve": {
        parameters: {
            path: {
                userCode: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeviceApproval"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["DeviceAuthorization"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "device_authorization.deny": {
        parameters: {
            path: {
                userCode: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["DeviceAuthorization"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "operation.retrieve": {
        parameters: {
            query?: {
                productId?: components["schemas"]["prod_id"];
            };
            path: {
                operationId: components["parameters"]["path.operationId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "payout.retrieve": {
        parameters: {
            path: {
                payoutId: components["schemas"]["po_id"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Payout"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "personal_access_token.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PersonalAccessTokenList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "personal_access_token.create": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonalAccessTokenDraft"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["PersonalAccessToken"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "personal_access_token.retrieve": {
        parameters: {
            path: {
                personalAccessTokenId: components["parameters"]["path.personalAccessTokenId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PersonalAccessToken"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "personal_access_token.revoke": {
        parameters: {
            path: {
                personalAccessTokenId: components["parameters"]["path.personalAccessTokenId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PersonalAccessToken"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.list": {
        parameters: {
            query?: {
                status?: "active" | "disabled" | "closed";
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.create": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductDraft"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.retrieve": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.update": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId2"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProductChange"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.activation.retrieve": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Activation"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.activation.request": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId2"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivationRequest"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.activation.cancel": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId2"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "api_key.list": {
        parameters: {
            query?: {
                environment?: components["schemas"]["Environment"];
                status?: "active" | "rolling" | "revoked" | "expired";
                createdByStatus?: "active" | "removed";
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "api_key.live.create": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyDraft"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "api_key.sandbox.create": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxApiKeyDraft"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "api_key.retrieve": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
                apiKeyId: components["parameters"]["path.apiKeyId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "api_key.update": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
                apiKeyId: components["parameters"]["path.apiKeyId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyChange"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "api_key.revoke": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
                apiKeyId: components["schemas"]["key_id"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "api_key.roll": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
                apiKeyId: components["parameters"]["path.apiKeyId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyRoll"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.build.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ProductBuildList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.build.apply": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BuildApplication"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.clock_run.list": {
        parameters: {
            query?: {
                operation?: string;
                outcome?: components["schemas"]["ClockRunOutcome"];
                objectId?: components["schemas"]["obj_id"];
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ClockRunList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.clock_run.retrieve": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
                clockRunId: components["schemas"]["op_id"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ClockRun"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.close": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId2"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.disable": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId2"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.enable": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId2"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.fee.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AssessedFeeList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.limit.list": {
        parameters: {
            query?: {
                subjectId?: components["schemas"]["cust_id"];
                limit?: components["parameters"]["query.limit2"];
                cursor?: components["parameters"]["query.cursor"];
            };
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ProgramLimitList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.margin.retrieve": {
        parameters: {
            query?: {
                month?: string;
                currency?: components["schemas"]["Currency"];
            };
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Margin"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.noun.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit2"];
                cursor?: components["parameters"]["query.cursor"];
            };
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ProductNounList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.noun.retrieve": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
                kind: components["parameters"]["path.kind"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ProductNoun"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.noun.retire": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
                kind: components["parameters"]["path.kind"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["NounRetirement"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "object.retrieve": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
                kind: components["parameters"]["path.kind"];
                objectId: components["parameters"]["path.objectId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Object"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "object.action.preview": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
                kind: components["parameters"]["path.kind2"];
                objectId: components["parameters"]["path.objectId2"];
                action: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActionTrial"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ActionPreview"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.port.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ProductPortList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.schedule.list": {
        parameters: {
            query?: {
                status?: components["parameters"]["query.status4"];
                kind?: string;
                dueBefore?: components["schemas"]["DueBefore"];
                objectId?: components["schemas"]["obj_id"];
                search?: components["parameters"]["query.search"];
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ScheduleList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.schedule.retrieve": {
        parameters: {
            path: {
                productId: components["parameters"]["path.productId"];
                scheduleId: components["schemas"]["sch_id"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "product.stats.list": {
        parameters: {
            query?: {
                interval?: "day" | "month";
                currency?: components["schemas"]["Currency"];
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
            path: {
                productId: components["parameters"]["path.productId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ProductStatsList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "received_credit.list": {
        parameters: {
            query: {
                productId: components["parameters"]["query.productId.required"];
                status?: components["schemas"]["ReceivedCreditStatus"];
                accountId?: components["schemas"]["acct_id"];
                reference?: string;
                search?: components["parameters"]["query.search"];
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ReceivedCreditList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "received_credit.retrieve": {
        parameters: {
            path: {
                receivedCreditId: components["parameters"]["path.receivedCreditId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ReceivedCredit"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "received_credit.assign": {
        parameters: {
            path: {
                receivedCreditId: components["parameters"]["path.receivedCreditId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreditAssignment"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ReceivedCredit"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "received_credit.return": {
        parameters: {
            path: {
                receivedCreditId: components["parameters"]["path.receivedCreditId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreditReturnDraft"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ReceivedCredit"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "session.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "session.current.retrieve": {
        parameters: {
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CurrentSession"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "session.logout": {
        parameters: {
        };
        responses: {
            204: {
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "session.retrieve": {
        parameters: {
            path: {
                sessionId: components["parameters"]["path.sessionId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "session.revoke": {
        parameters: {
            path: {
                sessionId: components["parameters"]["path.sessionId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.current.retrieve": {
        parameters: {
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.current.update": {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TenantChange"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.audit_event.list": {
        parameters: {
            query?: {
                actorType?: "product_key" | "operator" | "customer" | "agent" | "clock" | "provider" | "platform" | "user";
                actorId?: string;
                operation?: string;
                limit?: components["parameters"]["query.limit2"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AuditEventList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.audit_event.retrieve": {
        parameters: {
            path: {
                auditEventId: components["schemas"]["aud_id"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AuditEvent"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.invitation.list": {
        parameters: {
            query?: {
                status?: "pending" | "accepted" | "revoked" | "expired";
                limit?: components["parameters"]["query.limit2"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.invitation.create": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationDraft"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.invitation.accept": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.invitation.revoke": {
        parameters: {
            path: {
                invitationId: components["schemas"]["inv_id"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.limit.retrieve": {
        parameters: {
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["TenantLimits"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.member.list": {
        parameters: {
            query?: {
                role?: "owner" | "admin" | "developer" | "finance" | "compliance" | "viewer";
                status?: "active" | "removed";
                limit?: components["parameters"]["query.limit2"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.member.retrieve": {
        parameters: {
            path: {
                memberId: components["parameters"]["path.memberId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.member.update": {
        parameters: {
            path: {
                memberId: components["parameters"]["path.memberId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberChange"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.member.api_key.revoke": {
        parameters: {
            path: {
                memberId: components["parameters"]["path.memberId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["MemberApiKeysRevoked"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.member.remove": {
        parameters: {
            path: {
                memberId: components["parameters"]["path.memberId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["RemovedMember"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.role.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit2"];
                cursor?: components["parameters"]["query.cursor"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["RoleEntryList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.security.retrieve": {
        parameters: {
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["SecurityPolicy"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.security.configure": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecurityPolicyChange"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["SecurityPolicy"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.statement.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit2"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CompanyStatementList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tenant.statement.retrieve": {
        parameters: {
            path: {
                month: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CompanyStatement"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "transfer_hold.retrieve": {
        parameters: {
            path: {
                transferHoldId: components["parameters"]["path.transferHoldId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["TransferHold"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "transfer.retrieve": {
        parameters: {
            path: {
                transferId: components["parameters"]["path.transferId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.current.retrieve": {
        parameters: {
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.current.update": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.mfa.retrieve": {
        parameters: {
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UserMfa"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.mfa.totp.disable": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpDisabling"];
            };
        };
        responses: {
            204: {
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.mfa.totp.enrollment.begin": {
        parameters: {
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["TotpEnrollment"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.mfa.totp.enrollment.confirm": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpConfirmation"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "user.password.change": {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            204: {
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook_endpoint.list": {
        parameters: {
            query: {
                productId: components["parameters"]["query.productId.required"];
                status?: components["schemas"]["WebhookEndpointStatus"];
                search?: components["parameters"]["query.search"];
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                createdFrom?: components["parameters"]["query.createdFrom"];
                createdTo?: components["parameters"]["query.createdTo"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook_endpoint.recover": {
        parameters: {
            path: {
                webhookEndpointId: components["parameters"]["path.webhookEndpointId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookRecovery"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookRecovered"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook_endpoint.stats.retrieve": {
        parameters: {
            path: {
                webhookEndpointId: components["parameters"]["path.webhookEndpointId"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointStats"];
                };
            };
            default: {
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
