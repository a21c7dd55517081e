extension Tables {
    /// IANA, Well-Known URIs, those of common use: what stands behind `/.well-known/`.
    static let wellKnownRows = """
        acme-challenge | RFC 8555 §8.3 |
        Proves to a certificate authority that you control the host.
        ai-plugin.json | not registered | unregistered
        Describes a service to chat programs.
        apple-app-site-association | not registered | unregistered
        Lets Apple's systems open links in an application.
        assetlinks.json | Digital Asset Links |
        Lets Android open links in an application.
        atproto-did | AT Protocol |
        Says which account of the AT protocol the host is.
        caldav | RFC 6764 §5 |
        Leads to the calendars.
        carddav | RFC 6764 §5 |
        Leads to the contacts.
        change-password | W3C Change Password URL |
        Leads to the page on which the password is changed.
        core | RFC 6690 |
        Lists the resources of a small device.
        csaf | CSAF |
        Lists security advisories.
        dnt-policy.txt | EFF Do Not Track |
        Says that the site does not track.
        did.json | DID Web |
        Has the keys of a decentralised identifier.
        est | RFC 7030 |
        Enrols devices for certificates.
        genid | RDF 1.1 |
        Holds names for nodes that have none.
        gpc.json | Global Privacy Control |
        Says how the site treats Sec-GPC.
        gnap-as-rs | RFC 9767 |
        Describes a grant server to a resource server.
        host-meta | RFC 6415 §3 |
        Describes the host.
        host-meta.json | RFC 6415 §3 |
        Describes the host, as JSON.
        http-opportunistic | RFC 8164 §2.3 |
        Lets http be spoken over TLS without a valid certificate.
        jwks.json | not registered | unregistered
        Holds keys for checking tokens, at many services.
        keybase.txt | Keybase |
        Proves to Keybase that the host is one's own.
        masque | RFC 9298 |
        Is where to ask for tunnels of packets.
        matrix | Matrix |
        Says where the host's Matrix server is.
        mercure | Mercure |
        Is where news is subscribed to.
        mta-sts.txt | RFC 8461 §3.3 |
        Says which mail servers of the domain speak TLS.
        nfv-oauth-server-configuration | ETSI NFV |
        Describes an authorisation server.
        nodeinfo | NodeInfo |
        Describes a server of the Fediverse.
        oauth-authorization-server | RFC 8414 §3 |
        Describes an OAuth server.
        oauth-protected-resource | RFC 9728 §3 |
        Says which OAuth servers a resource trusts.
        ohttp-gateway | RFC 9540 |
        Has the keys of an oblivious HTTP gateway.
        openid-configuration | OpenID Connect Discovery 1.0 |
        Describes an OpenID server.
        openid-federation | OpenID Federation 1.0 |
        Describes a member of an OpenID federation.
        passkey-endpoints | W3C Passkey Endpoints |
        Leads to the pages on which passkeys are made and managed.
        pki-validation | CA/Browser Forum |
        Proves to a certificate authority that you control the host.
        posh | RFC 7711 |
        Delegates a host to another.
        private-token-issuer-directory | RFC 9578 |
        Lists the keys of an issuer of private tokens.
        related-website-set.json | Related Website Sets |
        Lists sites of one owner.
        reload-config | RFC 6940 |
        Configures a peer-to-peer network.
        security.txt | RFC 9116 §3 |
        Says to whom to report holes in security.
        stun-key | RFC 7635 |
        Has keys for a relay.
        terraform.json | Terraform |
        Says which services of Terraform the host has.
        time | HTTP time |
        Tells the time in its Date.
        thread | Thread |
        Has the state of a Thread border router.
        timezone | RFC 7808 |
        Leads to the time zone service.
        tdmrep.json | TDM Reservation Protocol |
        Says whether text and data mining is allowed.
        traffic-advice | Private Prefetch Proxy |
        Says whether the site wants to be fetched ahead of time.
        trust.txt | trust.txt |
        Says to whom the site belongs and whom it trusts.
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
