extension Tables {
    /// IANA, Well-Known URIs, those of common use: what stands behind `/.well-known/`.
    static let wellKnownRows = """
        acme-challenge | RFC 8555 §8.3 |
        Proves to a certificate authority that you control the host.
        ! It is fetched over plain http first: a redirect to a page with a login, or a block of dot folders, fails the
        certificate.
        agent-card.json | Agent2Agent protocol |
        Describes a software agent and what it can do.
        ai-plugin.json | not registered | unregistered
        Describes a service to chatbots.
        amphtml | AMP cache | provisional
        Contains data about the site's AMP pages.
        api-catalog | RFC 9727 |
        Lists the interfaces of the site.
        apple-app-site-association | not registered | unregistered
        Lets Apple's systems open links in an application.
        ! It must be JSON without a redirect; Apple's own CDN fetches it, so a change takes up to a day.
        appspecific | github.com/Vroo/well-known-uri-appspecific | provisional
        Contains files of single applications, by reversed domain names.
        ashrae | BACnet |
        Contains resources of a building's automation.
        assetlinks.json | Digital Asset Links |
        Lets Android open links in an application.
        ! It must be JSON without a redirect, with the fingerprint of the key that signs the app in the store.
        atproto-did | AT Protocol |
        Names the host's account in the AT protocol.
        browserid | Mozilla BrowserID | obsolete
        Described a provider of Mozilla's former sign-in.
        brski | RFC 8995 |
        Enrols new devices in a network.
        caldav | RFC 6764 §5 |
        Redirects to the calendars.
        ! It is a redirect to the real path; a client that gets 404 asks the user for the path.
        carddav | RFC 6764 §5 |
        Redirects to the contacts.
        ! It is a redirect to the real path; a client that gets 404 asks the user for the path.
        change-password | W3C Change Password URL |
        Redirects to the page for changing the password.
        ! Browsers ask for a path that cannot exist first: a server that answers 200 to everything is not trusted.
        cmp | RFC 9480 |
        Issues and manages certificates (CMP).
        coap | RFC 8323 |
        Accepts CoAP over WebSocket.
        com.apple.remotemanagement | Apple device management |
        Names the server that manages a company's Apple devices.
        core | RFC 6690 |
        Lists the resources of a small device.
        csaf | CSAF |
        Lists security advisories.
        csaf-aggregator | CSAF |
        Lists the security advisories of many vendors.
        csvm | Model for Tabular Data |
        Contains patterns of the URLs of metadata for CSV files.
        dat | DAT protocol |
        Names the DAT archive of the site.
        did-configuration.json | DIF Well Known DID Configuration |
        Proves that a decentralised identifier and the host belong together.
        did.json | DID Web |
        Contains the keys of a decentralised identifier.
        discord | Discord |
        Proves to Discord that you control the host.
        dnt | Tracking Preference Expression | obsolete
        States how the site tracks users; the standard was given up.
        dnt-policy.txt | EFF Do Not Track |
        States that the site does not track users.
        dots | RFC 9132 |
        Accepts requests for help against denial of service.
        ecips | European citizens' initiative |
        Contains resources of systems that collect signatures for a citizens' initiative.
        edhoc | RFC 9528 |
        Establishes keys with small devices.
        enterprise-network-security | ETSI TS 103 523-2 |
        Announces that a company's middlebox reads the connections.
        enterprise-transport-security | ETSI TS 103 523-3 |
        Announces that a company can decrypt the server's connections.
        est | RFC 7030 |
        Enrols devices for certificates.
        genid | RDF 1.1 |
        Contains names for nodes that have none.
        gnap-as-rs | RFC 9767 |
        Describes a grant server to a resource server.
        gpc.json | Global Privacy Control |
        States how the site handles Sec-GPC.
        gs1resolver | GS1 Digital Link |
        Describes a service that resolves product codes.
        hoba | RFC 7486 |
        Registers and manages keys for the HOBA scheme.
        host-meta | RFC 6415 §3 |
        Describes the host.
        ! XML by default; JSON is at host-meta.json.
        host-meta.json | RFC 6415 §3 |
        Describes the host, as JSON.
        hosting-provider | IANA Well-Known URIs |
        Names who hosts the site.
        http-opportunistic | RFC 8164 §2.3 |
        Allows http over TLS without a valid certificate.
        idp-proxy | IANA Well-Known URIs |
        Belongs to a proxy for identity providers.
        jmap | RFC 8620 §2.2 |
        Redirects to the account's JMAP service: mail, calendars, contacts.
        jwks.json | not registered | unregistered
        Contains keys for verifying tokens, at many services.
        ! A cache that keeps it for too long refuses tokens that were signed with a new key.
        jwt-vc-issuer | SD-JWT VC | unregistered
        Contains the keys of an issuer of credentials.
        keybase.txt | Keybase |
        Proves to Keybase that you control the host.
        knx | KNX Association |
        Contains resources of a building's automation.
        looking-glass | RFC 8522 |
        Answers questions about a network's routes.
        masque | RFC 9298 |
        Accepts requests for tunnels of IP packets.
        matrix | Matrix |
        Gives the address of the host's Matrix server.
        ! A server file that is unreachable makes others use port 8448.
        mercure | Mercure |
        Accepts subscriptions to updates.
        mta-sts.txt | RFC 8461 §3.3 |
        States which mail servers of the domain use TLS.
        ! It is on the host mta-sts of the domain, over https; the policy counts only with the DNS record.
        mud | RFC 8520 |
        Describes which connections a device needs.
        nfv-oauth-server-configuration | ETSI NFV |
        Describes an authorisation server.
        ni | RFC 6920 |
        Contains resources named by their hash.
        nodeinfo | NodeInfo |
        Describes a server of the Fediverse.
        ! It is only a list of links; the data are at their targets.
        nostr.json | NIP-05 |
        Lists the public keys of the host's Nostr users.
        oauth-authorization-server | RFC 8414 §3 |
        Describes an OAuth server.
        ! It is between host and path of the issuer, and not at the end of its URL.
        oauth-protected-resource | RFC 9728 §3 |
        Lists the OAuth servers that a resource trusts.
        ohttp-gateway | RFC 9540 |
        Contains the keys of an oblivious HTTP gateway.
        open-resource-discovery | Open Resource Discovery |
        Lists the interfaces and events of an application.
        openid-configuration | OpenID Connect Discovery 1.0 |
        Describes an OpenID server.
        ! The issuer in it must be exactly the URL under which it is found, without a slash too many.
        openid-credential-issuer | OpenID for Verifiable Credential Issuance | unregistered
        Describes an issuer of credentials.
        openid-federation | OpenID Federation 1.0 |
        Describes a member of an OpenID federation.
        openorg | IANA Well-Known URIs |
        Describes an organisation.
        openpgpkey | draft-koch-openpgp-webkey-service |
        Contains the OpenPGP keys of the host's mail addresses.
        oslc | OSLC Core 3.0 |
        Lists services for the life cycle of software and products.
        passkey-endpoints | W3C Passkey Endpoints |
        Lists the pages for creating and managing passkeys.
        pki-validation | CA/Browser Forum |
        Proves to a certificate authority that you control the host.
        posh | RFC 7711 |
        Delegates a host to another.
        privacy-sandbox-attestations.json | Privacy Sandbox | unregistered
        States that the site does not misuse Chrome's advertising interfaces.
        private-token-issuer-directory | RFC 9578 |
        Lists the keys of an issuer of private tokens.
        probing.txt | RFC 9511 |
        Explains why the host sends test packets, and names a contact.
        pubvendors.json | IAB Europe |
        Lists the advertising partners that the site trusts.
        pvd | RFC 8801 |
        Describes a network that the device has joined.
        rd | RFC 9176 |
        Is a directory of resources of small devices.
        related-website-set.json | Related Website Sets |
        Lists sites of the same owner.
        reload-config | RFC 6940 |
        Configures a peer-to-peer network.
        repute-template | RFC 7072 |
        Contains the pattern of URLs for queries about reputation.
        resourcesync | ANSI/NISO Z39.99 |
        Describes how copies of the site's resources are kept current.
        sbom | RFC 9472 |
        Contains the list of a device's software.
        security.txt | RFC 9116 §3 |
        Names the contact for reporting security problems.
        ! It needs Expires; after that date researchers must not rely on it.
        ssf-configuration | OpenID Shared Signals Framework 1.0 §7 |
        Describes a sender of security events.
        sshfp | draft on SSHFP over HTTPS |
        Contains the fingerprints of the host's SSH keys.
        statements.txt | IANA Well-Known URIs |
        Contains statements of the site's owner.
        stun-key | RFC 7635 |
        Contains keys for a relay.
        tdmrep.json | TDM Reservation Protocol |
        States whether text and data mining is allowed.
        terraform.json | Terraform |
        Lists the host's Terraform services.
        thread | Thread |
        Contains the state of a Thread border router.
        time | HTTP time |
        Gives the current time in its Date field.
        timezone | RFC 7808 |
        Redirects to the time zone service.
        tor-relay | Tor relay well-known URI |
        Lists the Tor relays of the host's owner.
        tpcd | IANA Well-Known URIs |
        Belongs to the phase-out of third-party cookies in Chrome.
        traffic-advice | Private Prefetch Proxy |
        States whether the site allows prefetching.
        ! Without it, Chrome's prefetch proxy sends traffic as it likes; a 404 is no fault.
        trust.txt | trust.txt |
        States who owns the site and which sites it trusts.
        uma2-configuration | UMA 2.0 |
        Describes a server for user-managed access.
        void | VoID |
        Describes sets of linked data.
        webauthn | WebAuthn Level 3 |
        Lists other origins that may use the site's passkeys.
        webfinger | RFC 7033 §4 |
        Looks up people and things by name.
        ! It has to answer with Access-Control-Allow-Origin, or pages cannot read it.
        webweaver.json | IANA Well-Known URIs |
        Describes the site for the program Web Weaver.
        wot | Web of Things Discovery |
        Describes devices.
        xrp-ledger.toml | XRP Ledger |
        Describes the owner's accounts and servers on the XRP Ledger.
        """
}
