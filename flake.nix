# nix run github:OWNER/hark: the tarball of a release, whose libraries are replaced by those of Nix.
{
  description = "HTTP proxy that shows, records and explains traffic";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-25.11";

  outputs = { self, nixpkgs }:
    let
      version = "0.1.0";
      # Of the release's SHA256SUMS, by system.
      sources = {
        x86_64-linux = { machine = "x86_64"; hash = nixpkgs.lib.fakeHash; };
        aarch64-linux = { machine = "aarch64"; hash = nixpkgs.lib.fakeHash; };
      };
      each = nixpkgs.lib.genAttrs (builtins.attrNames sources);
    in {
      packages = each (system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
          source = sources.${system};
        in rec {
          hark = pkgs.stdenv.mkDerivation {
            pname = "hark";
            inherit version;
            src = pkgs.fetchurl {
              url = "https://github.com/OWNER/hark/releases/download/v${version}/hark-${version}-linux-${source.machine}.tar.gz";
              inherit (source) hash;
            };
            nativeBuildInputs = [ pkgs.autoPatchelfHook ];
            buildInputs = with pkgs; [
              brotli duktape libidn2 libpsl libunistring ncurses openssl sqlite stdenv.cc.cc.lib zlib zstd
            ];
            installPhase = ''
              mkdir -p $out
              rm -rf lib
              cp -r bin share $out/
            '';
            meta = {
              license = pkgs.lib.licenses.asl20;
              mainProgram = "hark";
              platforms = builtins.attrNames sources;
            };
          };
          default = hark;
        });
    };
}
