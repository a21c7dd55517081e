extension Tables {
    /// IANA, Well-Known URIs, those of common use: what stands behind `/.well-known/`.
    static let wellKnownRows = """
        acme-challenge | RFC 8555 §8.3 |
        Proves to a certificate authority that you control the host.
        ai-plugin.json | not registered | unregistered
        Describes a service to chatbots.
        apple-app-site-association | not registered | unregistered
        Lets Apple's systems open links in an application.
        assetlinks.json | Digital Asset Links |
        Lets Android open links in an application.
        atproto-did | AT Protocol |
        Names the host's account in the AT protocol.
        caldav | RFC 6764 §5 |
        Redirects to the calendars.
        carddav | RFC 6764 §5 |
        Redirects to the contacts.
        change-password | W3C Change Password URL |
        Redirects to the page for changing the password.
        core | RFC 6690 |
        Lists the resources of a small device.
        csaf | CSAF |
        Lists security advisories.
        dnt-policy.txt | EFF Do Not Track |
        States that the site does not track users.
        did.json | DID Web |
        Contains the keys of a decentralised identifier.
        est | RFC 7030 |
        Enrols devices for certificates.
        genid | RDF 1.1 |
        Contains names for nodes that have none.
        gpc.json | Global Privacy Control |
        States how the site handles Sec-GPC.
        gnap-as-rs | RFC 9767 |
        Describes a grant server to a resource server.
        host-meta | RFC 6415 §3 |
        Describes the host.
        host-meta.json | RFC 6415 §3 |
        Describes the host, as JSON.
        http-opportunistic | RFC 8164 §2.3 |
        Allows http over TLS without a valid certificate.
        jwks.json | not registered | unregistered
        Contains keys for verifying tokens, at many services.
        keybase.txt | Keybase |
        Proves to Keybase that you control the host.
        masque | RFC 9298 |
        Accepts requests for tunnels of IP packets.
        matrix | Matrix |
        Gives the address of the host's Matrix server.
        mercure | Mercure |
        Accepts subscriptions to updates.
        mta-sts.txt | RFC 8461 §3.3 |
        States which mail servers of the domain use TLS.
        nfv-oauth-server-configuration | ETSI NFV |
        Describes an authorisation server.
        nodeinfo | NodeInfo |
        Describes a server of the Fediverse.
        oauth-authorization-server | RFC 8414 §3 |
        Describes an OAuth server.
        oauth-protected-resource | RFC 9728 §3 |
        Lists the OAuth servers that a resource trusts.
        ohttp-gateway | RFC 9540 |
        Contains the keys of an oblivious HTTP gateway.
        openid-configuration | OpenID Connect Discovery 1.0 |
        Describes an OpenID server.
        openid-federation | OpenID Federation 1.0 |
        Describes a member of an OpenID federation.
        passkey-endpoints | W3C Passkey Endpoints |
        Lists the pages for creating and managing passkeys.
        pki-validation | CA/Browser Forum |
        Proves to a certificate authority that you control the host.
        posh | RFC 7711 |
        Delegates a host to another.
        private-token-issuer-directory | RFC 9578 |
        Lists the keys of an issuer of private tokens.
        related-website-set.json | Related Website Sets |
        Lists sites of the same owner.
        reload-config | RFC 6940 |
        Configures a peer-to-peer network.
        security.txt | RFC 9116 §3 |
        Names the contact for reporting security problems.
        stun-key | RFC 7635 |
        Contains keys for a relay.
        terraform.json | Terraform |
        Lists the host's Terraform services.
        time | HTTP time |
        Gives the current time in its Date field.
        thread | Thread |
        Contains the state of a Thread border router.
        timezone | RFC 7808 |
        Redirects to the time zone service.
        tdmrep.json | TDM Reservation Protocol |
        States whether text and data mining is allowed.
        traffic-advice | Private Prefetch Proxy |
        States whether the site allows prefetching.
        trust.txt | trust.txt |
        States who owns the site and which sites it trusts.
        uma2-configuration | UMA 2.0 |
        Describes a server for user-managed access.
        void | VoID |
        Describes sets of linked data.
        webfinger | RFC 7033 §4 |
        Looks up people and things by name.
        webauthn | WebAuthn Level 3 |
        Lists other origins that may use the site's passkeys.
        wot | Web of Things Discovery |
        Describes devices.
        """
}
