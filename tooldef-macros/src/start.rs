//! Writes down how a call starts: its arguments are read into slots, taken out
//! of them, and handed to the user's fn.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::Lifetime;

use crate::expand::default_name;
use crate::model::Tool;
use crate::parameter::Source;
use crate::runtime::Runtime;

/// The parts of the body, in the order in which they stand in it.
#[derive(Default)]
struct Parts {
    slots: TokenStream,
    names: TokenStream,
    arms: TokenStream,
    takes: TokenStream,
    injections: TokenStream,
    inputs: Vec<TokenStream>,
}

/// The body of the fn that starts a call, in terms of `reader` and `context`.
/// `callee` is the path of the user's fn, `receiver` the expression for its
/// `self`. Defaults are found on `Self`.
pub(crate) fn body(
    tool: &Tool,
    callee: &TokenStream,
    receiver: Option<TokenStream>,
    runtime: &Runtime,
) -> TokenStream {
    let site = Span::mixed_site();
    let Parts {
        slots,
        names,
        arms,
        takes,
        injections,
        inputs,
    } = parts(tool, receiver, runtime);
    let each = if arms.is_empty() {
        quote_spanned!(site=> |_, _| false)
    } else {
        quote_spanned!(site=> |__index, __reader| match __index {
            #arms
            _ => false,
        })
    };
    let end = end(tool, callee, &inputs, runtime);
    let private = runtime.private(site);
    quote_spanned! {site=>
        #[allow(unused_imports)]
        use #private::{
            FillArgument as _, FillNothing as _, FillReady as _, InjectNothing as _,
            InjectValue as _,
        };
        let _ = __context;
        #slots
        __reader.object(&[#names], &mut #each)?;
        #takes
        #injections
        #end
    }
}

fn parts(tool: &Tool, receiver: Option<TokenStream>, runtime: &Runtime) -> Parts {
    let site = Span::mixed_site();
    let call = Lifetime::new("'call", site);
    let mut parts = Parts {
        inputs: receiver.into_iter().collect(),
        ..Parts::default()
    };
    // A parameter that is configured out keeps its number, and has no arm.
    let mut numbers = (0_usize..).map(Literal::usize_suffixed);
    for (index, parameter) in tool.parameters.iter().enumerate() {
        let place = parameter.held.place();
        let private = runtime.private(place);
        let local = format_ident!("__p{index}", span = place);
        let cfgs = &parameter.cfgs;
        let ty = parameter.held.ty(runtime, &call);
        match &parameter.source {
            Source::Argument(argument) => {
                let key = &argument.key;
                let number = numbers.next();
                parts.slots.extend(quote_spanned! {place=>
                    #(#cfgs)* let mut #local = #private::Slot::<#ty>::new();
                });
                parts.names.extend(quote_spanned!(site=> #key,));
                parts.arms.extend(quote_spanned! {place=>
                    #(#cfgs)* #number => (&&&#private::Pick::<#ty>::new()).__fill(__reader, &mut #local),
                });
                parts.takes.extend(if argument.default.is_some() {
                    let default = default_name(tool, index);
                    quote_spanned! {place=>
                        #(#cfgs)* let #local = __reader.take_or(#local, || Self::#default());
                    }
                } else {
                    quote_spanned! {place=>
                        #(#cfgs)* let #local = (&&&#private::Pick::<#ty>::new()).__take(__reader, #local, #key)?;
                    }
                });
            }
            Source::Context(_) => parts.injections.extend(quote_spanned! {place=>
                #(#cfgs)* let #local = (&&#private::Pick::<#ty>::new()).__inject(__context)?;
            }),
        }
        let lent = parameter.held.lend(&local);
        parts.inputs.push(quote_spanned!(place=> #(#cfgs)* #lent));
    }
    parts
}

/// The call of the user's fn. What is wrong with its future is told at the fn's
/// name, what is wrong with its result at the return type.
fn end(
    tool: &Tool,
    callee: &TokenStream,
    inputs: &[TokenStream],
    runtime: &Runtime,
) -> TokenStream {
    let site = Span::mixed_site();
    let name = tool.ident.span().resolved_at(site);
    let result = tool.result.resolved_at(site);
    let awaited = tool.is_async.then(|| quote_spanned!(name=> .await));
    let call = quote_spanned!(name=> #callee(#(#inputs),*) #awaited);
    let private = runtime.private(result);
    let concluded = quote_spanned!(result=> #private::conclude!(#call));
    let private = runtime.private(name);
    quote_spanned!(name=> #private::ready(async move { #concluded }))
}
